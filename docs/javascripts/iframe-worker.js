// The search runs in a worker, which a browser does not make of a file from a disk: there, a hidden
// frame takes its place. Messages go both ways as they do with a worker.
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      addEventListener("message", (event) => {
        if (event.source !== this.inside) return;
        const told = new MessageEvent("message", { data: event.data });
        this.dispatchEvent(told);
        this.onmessage?.(told);
      });
      this.ready = new Promise((resolve) => {
        this.inside.document.open();
        this.inside.started = resolve;
        this.inside.document.write(
          `<script>
            postMessage = (data) => parent.postMessage(data, "*");
            importScripts = (...urls) =>
              urls.reduce(
                (before, url) =>
                  before.then(
                    () =>
                      new Promise((resolve) => {
                        const script = document.createElement("script");
                        script.src = url;
                        script.onload = resolve;
                        document.body.append(script);
                      }),
                  ),
                Promise.resolve(),
              );
          </` + `script><body><script src="${url}" onload="started()"></` + `script></body>`,
        );
        this.inside.document.close();
      });
    }
    postMessage(data) {
      this.ready.then(() =>
        this.inside.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) })),
      );
    }
    terminate() {}
  };
