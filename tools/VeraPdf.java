import java.io.FileInputStream;
import java.util.TreeMap;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;

/** Prints which rules of standards, such as ua1 and 2u, files break: `VeraPdf ua1,2u FILE...`. */
public class VeraPdf {
    static final int ALL = 1_000_000;

    public static void main(String[] words) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        var foundry = Foundries.defaultInstance();
        for (String name : words[0].split(",")) {
            var flavour = PDFAFlavour.fromString(name);
            for (int at = 1; at < words.length; at++) {
                try (var stream = new FileInputStream(words[at]);
                        var parser = foundry.createParser(stream, flavour)) {
                    var validator = foundry.createValidator(flavour, ALL, false, false, false);
                    var result = validator.validate(parser);
                    System.out.println(name + " " + result.isCompliant() + " "
                            + result.getTotalAssertions() + " " + words[at]);
                    var broken = new TreeMap<String, Integer>();
                    for (var check : result.getTestAssertions()) {
                        if (check.getStatus().toString().equalsIgnoreCase("failed")) {
                            var rule = check.getRuleId();
                            broken.merge("  " + rule.getClause() + "-" + rule.getTestNumber()
                                    + " " + check.getMessage(), 1, Integer::sum);
                        }
                    }
                    broken.forEach((rule, count) -> System.out.println(rule + " (" + count + ")"));
                }
            }
        }
    }
}
