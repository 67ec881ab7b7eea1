"""Words that no list has: dictionaries tell what does not agree, and stay silent otherwise."""

from collections.abc import Sequence
from itertools import chain

import pytest

from printnplay.kernel.diagnostics import Span, Subject
from printnplay.proofreading import grammar
from printnplay.proofreading.morphology import morphology
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.phrases import WordClasses, read_words
from printnplay.proofreading.review import Review

from .mistakes import review_of

NEEDED = {"de": "german_nouns", "pl": "morfeusz2"}

WRONG = {
    "de": """
        Die Ritter darf seine Burg verlassen.
        Lege drei Münze auf dein Tableau.
        Nimm dir eine Rohstoff aus dem Vorrat.
        Der alte Schatz liegen in der Höhle.
        Mit einen mächtigen Zauberspruch schützt der Magier seine Gefährten.
        Auf einem leere Platz darf höchstens ein Marker liegen.
        Die Krieger kämpft im Turm.
        Das Schiff segeln weiter.
        Für jede gefangenen Goblin erhältst du ein Amulett.
        Die drei Kartenreihe bilden den Markt.
        Lege den Amulett in die Truhe.
    """,
    "pl": """
        Rycerz mogą opuścić zamek.
        Weź jeden surowca z puli.
        Smok strzegą starego skarbu.
        Potężnym zaklęcie mag chroni towarzyszy.
        Możesz wykonać jedną darmowa akcję.
        Budowa osady kosztują dwa drewna.
        Na pustym polem może leżeć znacznik.
        Każda bohater rzuca kostką.
        Twój statek dotarła do portu.
    """,
}

RIGHT = {
    "de": """
        Jede Person würfelt mit den beiden Würfeln und legt die Münzen in die Schatztruhe.
        Der Ritter darf seine Burg verlassen, wenn die Zugbrücke offen ist.
        Die Held:innen bewegen sich über die Felder des Spielplans.
        Lege drei Ressourcenmarker auf dein Tableau und rücke deine Figur vor.
        Wer die meisten Siegpunkte hat, gewinnt die Partie.
        Am Ende der Runde bekommt jede Königin eine goldene Krone.
        Nimm dir einen Rohstoff aus dem Vorrat und lege ihn neben deine Tafel.
        Der Drache bewacht den alten Schatz, den niemand stehlen kann.
        Die Zauberkarte, die oben liegt, gilt sofort.
        Mit einem mächtigen Zauberspruch schützt der Magier seine Gefährten.
        In jeder Phase darfst du eine freie Aktion ausführen.
        Das Bauen einer Siedlung kostet zwei Holz und einen Lehm.
        Bezahle die Kosten, die auf der Karte stehen, und lege den Arbeiter auf das Feld.
        Alle legen gleichzeitig ein Kärtchen verdeckt vor sich ab.
        Ein verletzter Krieger bleibt im Lager, bis ein Heiler ihn besucht.
        Diese Fähigkeit nutzt du nur einmal pro Partie.
        Den ersten Spielstein setzt die jüngste Person.
        Danach ziehen alle ihre Figuren um bis zu drei Felder weiter.
        Die folgenden Plättchen kommen nach und nach ins Spiel.
        Später kannst du weitere Gebäude errichten.
        Legt die übrigen Chips zurück in die Schachtel und mischt den Beutel gut durch.
        Wenn dein Schiff den Hafen erreicht, lädst du die Waren aus.
        Kein Angriff trifft einen Turm, der von einer Mauer geschützt wird.
        Für jeden gefangenen Goblin erhältst du ein Amulett.
        Beginnt die zweite Halbzeit, tauscht ihr die Seiten.
        Die drei Kartenreihen bilden den gemeinsamen Markt.
        Sobald ein Vulkan ausbricht, verlieren die benachbarten Dörfer ihre Ernte.
        Zieht nun die oberste Ereigniskarte und lest den Text laut vor.
        Der Startspielermarker wandert im Uhrzeigersinn weiter.
        Rate, welche Zahl gesucht wird.
        Wirf einen Blick auf die Rückseite des nächsten Hinweises.
        Auf einem leeren Platz darf höchstens ein Marker liegen.
        Nach dem Kampf wird die Beute unter den Siegern verteilt.
        Die Gegner können die Falle nur mit einem Schlüssel öffnen.
        Das Orakel verrät euch das Geheimnis der versunkenen Insel.
        Bei Gleichstand teilen sich die Beteiligten den Sieg.
        Eine Stadt mit grünem Dach zählt doppelt.
        Trage die Summe in das erste freie Kästchen deines Blocks ein.
        Der Spielleiter liest die Geschichte vor, während die Kinder lauschen.
        Dein Avatar besitzt anfangs sechs Lebenspunkte und einen einfachen Dolch.
        Ein Angestellter des Königs sammelt die Steuern ein.
        Erwachsene spielen mit den schwierigeren Fragen.
        Neue Karten kommen nur durch den Handel ins Spiel.
        Gute Händler feilschen, schlechte Händler zahlen.
        Kommt keine Einigung zustande, entscheidet das Los.
        Verschiebe den Zeiger so, dass er auf eine höhere Stufe zeigt.
        Manche Monster fliehen, wenn ein Lagerfeuer brennt.
        Jedes Kind bastelt sich einen Hut aus buntem Papier.
        Die Reihenfolge der Züge bestimmt die Anzahl der Kerzen.
        Das Ziehen aus dem Beutel geschieht immer blind.
        Ist der Vorrat erschöpft, endet die Jagd sofort.
        Deckt die Quest auf, deren Nummer am kleinsten ist.
        Ab der dritten Etappe gelten strengere Regeln.
        Wessen Läufer zuerst das Tor passiert, erhält den Pokal.
        Setze dein Schiff ein Feld weiter und nimm dir die Fracht.
    """,
    "pl": """
        Każdy gracz rzuca dwiema kostkami i wkłada monety do skarbca.
        Rycerz może opuścić zamek, jeśli most zwodzony jest opuszczony.
        Bohaterowie poruszają się po polach planszy.
        Połóż trzy znaczniki zasobów na swojej planszetce i przesuń pionek.
        Kto zdobędzie najwięcej punktów zwycięstwa, wygrywa rozgrywkę.
        Na koniec rundy każda królowa otrzymuje złotą koronę.
        Weź jeden surowiec z puli i połóż go obok swojej planszy.
        Smok strzeże starego skarbu, którego nikt nie może ukraść.
        Karta zaklęcia leżąca na wierzchu działa natychmiast.
        Potężnym zaklęciem mag chroni swoich towarzyszy.
        W każdej fazie możesz wykonać jedną darmową akcję.
        Budowa osady kosztuje dwa drewna i jedną cegłę.
        Zapłać koszt podany na karcie i postaw robotnika na polu.
        Wszyscy jednocześnie kładą zakryty żeton przed sobą.
        Ranny wojownik pozostaje w obozie, dopóki nie odwiedzi go uzdrowiciel.
        Z tej zdolności korzystasz tylko raz na rozgrywkę.
        Pierwszy kamień kładzie najmłodsza osoba.
        Potem wszyscy przesuwają swoje figurki o najwyżej trzy pola.
        Kolejne kafelki wchodzą do gry stopniowo.
        Później możesz wznosić następne budynki.
        Odłóżcie pozostałe żetony do pudełka i dobrze wymieszajcie woreczek.
        Gdy twój statek dotrze do portu, rozładuj towary.
        Żaden atak nie trafi wieży chronionej murem.
        Za każdego schwytanego goblina otrzymujesz amulet.
        Trzy rzędy kart tworzą wspólny rynek.
        Gdy wybucha wulkan, sąsiednie wioski tracą plony.
        Dobierzcie wierzchnią kartę wydarzenia i przeczytajcie tekst na głos.
        Znacznik pierwszego gracza wędruje zgodnie z ruchem wskazówek zegara.
        Zgadnij, jakiej liczby szukamy.
        Na pustym polu może leżeć najwyżej jeden znacznik.
        Po walce łup dzieli się między zwycięzców.
        Przeciwnicy mogą otworzyć pułapkę tylko kluczem.
        Wyrocznia zdradzi wam tajemnicę zatopionej wyspy.
        W przypadku remisu gracze dzielą się zwycięstwem.
        Miasto z zielonym dachem liczy się podwójnie.
        Wpisz sumę w pierwszą wolną kratkę swojego notesu.
        Mistrz gry czyta opowieść, a dzieci słuchają.
        Twoja postać ma na początku sześć punktów życia i prosty sztylet.
        Pięciu rycerzy broni bramy, a dwóch pilnuje studni.
        Dorośli grają z trudniejszymi pytaniami.
        Nowe karty wchodzą do gry tylko dzięki handlowi.
        Jeśli nie dojdzie do porozumienia, decyduje los.
        Niektóre potwory uciekają, gdy płonie ognisko.
        Każde dziecko robi sobie kapelusz z kolorowego papieru.
        Kolejność ruchów wyznacza liczba świec.
        Losowanie z woreczka zawsze odbywa się w ciemno.
        Jeśli pula się wyczerpie, polowanie kończy się natychmiast.
        Odkryjcie misję o najniższym numerze.
        Od trzeciego etapu obowiązują surowsze zasady.
        Czyj goniec pierwszy minie bramę, ten zdobywa puchar.
        Ustaw statek o jedno pole dalej i weź ładunek.
        Gracz mający najwięcej drewna zaczyna.
        Wszystkie karty odrzucone przez kupców trafiają na targ.
        Trzej strażnicy pilnują wejścia do lochu.
        Kilka żetonów leży na skraju lasu.
        Wybrany gracz traci jedno życie.
        Skarbnik wypłaca graczom po pięć monet.
    """,
}


def disagreeing(language: str, sentence: str) -> Sequence[str]:
    review: Review = review_of("match", language)
    words = WordClasses(review.usage(language), morphology(language))
    origins = tuple((at, at + 1) for at in range(len(sentence)))
    passage = Passage(Subject(language=language), sentence, sentence, origins, Span("x", 1, 1))
    read = read_words(passage, words, review)
    found = chain.from_iterable(
        rule(read, words.agreement) for rule in (*grammar.RULES, *grammar.RULES_OF_CLAUSES)
    )
    return [f"{first.text} {second.text}" for first, second in found]


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize("language", NEEDED)
def test_words_of_other_games_agree(language: str) -> None:
    pytest.importorskip(NEEDED[language])
    alarms = [(one, said) for one in lines(RIGHT[language]) if (said := disagreeing(language, one))]
    assert alarms == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("language", NEEDED)
def test_words_of_other_games_that_do_not_agree_are_found(language: str) -> None:
    pytest.importorskip(NEEDED[language])
    assert [one for one in lines(WRONG[language]) if not disagreeing(language, one)] == []
