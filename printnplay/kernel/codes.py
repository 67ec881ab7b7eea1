"""All diagnostic codes, with their meanings and exit statuses.

Codes are stable and never reused. The first digit is the stage that finds the fault.
"""

import re
from enum import Enum

from msgspec import Struct


class Stage(Enum):
    """The stage that finds a fault; it is the first digit of the code."""

    COMMAND = 0
    YAML = 1
    GAME = 2
    TEXTS = 3
    DRAWING = 4
    PAPER = 5
    RULES = 6


class Code(Struct, frozen=True):
    """A kind of fault.

    Args:
        id: stable identifier shown to users, such as `PNP301`; plug-ins use another prefix, such as
            `ACME301`.
        meaning: one-line description for reports and the reference.
        exit: the exit status of a command that stops because of it: 1 for faulty files, 2 for a
            faulty command.
        caused_by: ids of codes of which this fault may be a mere consequence; it is then
            suppressed.
        everywhere: whether its consequences may be anywhere in the game, not only on its line.
        unwritten: whether it means that something is missing so far, rather than wrong.
        arguable: whether it judges the wording of a text. It is then a warning, unless its check is
            certain, and a game may always allow it.
        remark: whether it is an opinion of another program, which stays a warning where warnings
            are treated as errors.
    """

    id: str
    meaning: str
    exit: int = 1
    caused_by: tuple[str, ...] = ()
    everywhere: bool = False
    unwritten: bool = False
    arguable: bool = False
    remark: bool = False

    @property
    def stage(self) -> Stage:
        """The stage given by the first digit of the id, as in `PNP301` and `ACME301`."""
        return Stage(int(self.id.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")[0]))

    def __str__(self) -> str:
        """Return the id, as shown in reports."""
        return self.id


# 0xx: the command and its environment
UNKNOWN_GAME = Code("PNP001", "the game is unknown", exit=2)
UNKNOWN_LANGUAGE = Code("PNP002", "the game has no such language", exit=2)
UNKNOWN_PAPER = Code("PNP003", "the paper is unknown", exit=2)
NO_GAME = Code("PNP004", "the project has no game", exit=2)
BLEED_TOO_LARGE = Code("PNP005", "the bleed leaves nothing of the drawing", exit=2)
CANNOT_BEGIN_PROJECT = Code("PNP006", "a new project cannot be started here", exit=2)
UNKNOWN_FORMAT = Code("PNP007", "the output format is unknown", exit=2)
UNKNOWN_LABEL_SHEET = Code("PNP697", "the label sheet is unknown", exit=2)
UNKNOWN_PRINTER = Code("PNP009", "the printer is unknown", exit=2)
UNKNOWN_CARD = Code("PNP015", "the game has no such card", exit=2)
UNKNOWN_SHEET = Code("PNP016", "the kit has no such sheet", exit=2)
PROOFREADING_ADDRESS = Code(
    "PNP026", "the address of a server for proofreading cannot be used", exit=2
)
BROKEN_PLUG_IN = Code("PNP028", "a plug-in fails")
NOT_A_TIME = Code("PNP025", "SOURCE_DATE_EPOCH is not a time", exit=2)
UNKNOWN_VERSION = Code("PNP029", "there is no such earlier version", exit=2)
UNKNOWN_PRINT = Code("PNP040", "a file or a stamp is not known")
OPTION_WITHOUT_EFFECT = Code("PNP027", "an option has no effect", exit=2)
NO_CURRENT_FOLDER = Code("PNP008", "the current folder does not exist", exit=2)
PREVIEW_NOT_INSTALLED = Code("PNP020", "the extra for the preview is not installed", exit=2)
PORT_TAKEN = Code("PNP021", "the port of the preview cannot be used", exit=2)
NO_LOCAL_NETWORK = Code("PNP694", "this machine has no such address in a local network", exit=2)
NO_SUCH_NUMBER_OF_SEATS = Code("PNP695", "a game has no table for a number of players", exit=2)
WRONG_SETUP = Code("PNP696", "the setup of a table cannot be dealt")
CANNOT_WRITE = Code("PNP010", "a file or folder cannot be written")
EDITED_SINCE = Code("PNP035", "a file was edited after printnplay wrote it")
CHANGED_MEANWHILE = Code("PNP050", "a file changed while a command was editing it")
FETCHED_LESS = Code("PNP036", "a fetched table has lost a column, or more than half of its rows")
UNKNOWN_TARGET = Code(
    "PNP023", "the export target, or the printer for a preflight, is unknown", exit=2
)
WRONG_NAME_PATTERN = Code("PNP017", "a file name pattern cannot be used", exit=2)
SAME_FILE_NAME = Code("PNP018", "a pattern gives two files the same name", exit=2)
TOO_MANY_PIXELS = Code("PNP019", "a picture would have too many pixels", exit=2)
LOCAL_PICTURES = Code("PNP022", "other players cannot see pictures on this machine")
NO_PROFILE = Code("PNP024", "a colour profile is missing or cannot be used", exit=2)
OVER_LIMITS = Code("PNP014", "the command exceeds a limit of time or memory")
PROCESS_ENDED = Code("PNP013", "a process cannot be started, or ended before its work was done")
WORKER_DIFFERS = Code(
    "PNP065", "a cluster worker has a different version of printnplay or of a library", exit=2
)
PROJECT_TOO_LARGE = Code("PNP066", "a project is too large to send to a cluster", exit=2)
NO_ANSWER_ON_VERSIONS = Code("PNP067", "the newest version of printnplay cannot be found out")

# 1xx: the structure of YAML files
NOT_YAML = Code("PNP101", "the file is not well-formed YAML or JSON")
CANNOT_READ = Code("PNP102", "the file cannot be read, or is not UTF-8")
FILE_TOO_LARGE = Code("PNP103", "the file is too large, too deep or too long")
YAML_ALIAS = Code("PNP104", "the file uses anchors, aliases or merge keys")
YAML_TAG = Code("PNP105", "the file uses type tags")
DOUBLE_KEY = Code("PNP106", "a key is given twice in one mapping")
SEVERAL_DOCUMENTS = Code("PNP107", "the file contains more than one YAML document")
KEY_NOT_PLAIN = Code("PNP108", "a key is not a word")
EMPTY_FILE = Code("PNP109", "the file is empty")
WRONG_KIND = Code("PNP110", "a value is of the wrong type")
UNKNOWN_KEY = Code("PNP111", "a key is unknown")
MISSING_KEY = Code("PNP112", "a key is missing")
EMPTY_VALUE = Code("PNP113", "a value is empty", caused_by=("PNP227",), unwritten=True)
NOT_A_WHOLE_NUMBER = Code("PNP114", "a value is not a whole number in its range")
NOT_A_LENGTH = Code("PNP115", "a value is not a length in its range")
NOT_A_CHOICE = Code("PNP116", "a value is not one of the choices")
NOT_YES_OR_NO = Code("PNP117", "a value is neither yes nor no")
NAME_NOT_PLAIN = Code("PNP118", "a name has characters that are not allowed, or is reserved")
NOT_A_COLOUR = Code("PNP119", "a colour is not written as #rrggbb")
NO_INK = Code("PNP120", "a colour has no ink, or an ink is defined in two ways")
BROKEN_TABLE = Code("PNP121", "a table of cards cannot be read")
WRONG_CUT_PATH = Code("PNP123", "a path cannot be used as a cut line")
NOT_A_MEASURE = Code("PNP122", "a value is not a number, lacks its unit, or is not in its range")
NOT_A_DATE = Code("PNP124", "a value is not a date")
EARLIER_KEY = Code("PNP126", "a key has the name that it had in an earlier version")
COMMENT_IN_VALUE = Code("PNP125", "a comment begins where a value may go on")
NO_PICTURE_YET = Code("PNP135", "a card has no picture yet")

# 2xx: games and decks
WRONG_GAME_ID = Code("PNP201", "a game's id is invalid, or differs from its folder's name")
BAD_ID_PATTERN = Code("PNP202", "an id pattern uses a field or column that its cards lack")
SAME_CARD_ID = Code("PNP203", "several cards have the same id")
SAME_ID = Code("PNP204", "several sheets, sections or examples have the same id")
SELECTS_NOTHING = Code("PNP205", "a selection asks for a field or value that no card or row has")
EMPTY_GROUP = Code("PNP206", "a sheet group selects no cards")
CARD_WITHOUT_GROUP = Code("PNP207", "a card belongs to no sheet group")
SIDES_DO_NOT_MATCH = Code("PNP208", "two-sided cards and the backs of their sheets do not match")
FIELD_GIVEN_TWICE = Code("PNP209", "a field of a card is given twice")
UNKNOWN_BLOCK = Code("PNP210", "a block of the booklet is not of exactly one known kind")
BLOCK_NAMES_NOTHING = Code(
    "PNP211", "a block of the booklet names a card or example that does not exist"
)
ROW_COUNTS_NOTHING = Code("PNP212", "a row of a table counts no cards")
PLAYERS_DO_NOT_RISE = Code("PNP213", "the numbers of players are not in rising order")
BAD_COLUMN = Code("PNP214", "a column of a table has no name, or a duplicate name")
LANGUAGE_WITHOUT_GAME = Code(
    "PNP215", "a column or row is for a language that the game does not have"
)
NOT_ALLOWABLE = Code("PNP216", "an `allow` entry is unused, or its fault cannot be allowed")
CANNOT_FETCH = Code("PNP217", "a table cannot be fetched from its address")
NEARLY_A_NUMBER = Code("PNP218", "a cell in a column of numbers is not quite a number")
CELL_WITHOUT_VALUE = Code("PNP219", "a cell holds an error, or a formula without a result")
CELL_READ_OTHERWISE = Code("PNP220", "a cell prints differently from how it looks in the workbook")
UNUSED_COLUMN = Code("PNP225", "an unused column of a table looks intended", caused_by=("PNP247",))
MISSING_COLUMN = Code(
    "PNP226", "a table lacks a column that its family names", caused_by=("PNP202", "PNP247")
)
RENAMED_COLUMN = Code(
    "PNP247", "a table lacks a column, which may have another heading", everywhere=True
)
NO_SUCH_ROW = Code("PNP227", "a cell names no row, or several rows, of a joined table")
ROW_OF_NO_FAMILY = Code("PNP228", "a row of a table is a card of no family")
CARD_MISSING_IN_DECK = Code("PNP221", "the deck lacks a card that the rules know")
CARD_UNKNOWN_TO_RULES = Code("PNP222", "the rules do not know a card of the deck")
WRONG_COPIES = Code("PNP223", "a card has the wrong number of copies")
WRONG_TOTAL = Code("PNP224", "the deck has the wrong total number of cards")
NO_CARDS = Code("PNP229", "a game has card families or a box, but no cards")
FOLD_OFF_BOARD = Code("PNP230", "a fold is not on its board")
CANNOT_IMPORT = Code("PNP231", "a project of another tool cannot be imported")
PART_NOT_IMPORTED = Code("PNP232", "a part of another tool's project was not imported")
IMPORT_GUESSED = Code("PNP233", "a part of another tool's project was imported by a guess")
DECK_TAKES_NOTHING = Code("PNP243", "an entry of `deck` takes no card, or names no group")
UNKNOWN_EDITION = Code("PNP244", "an edition is unknown, or has the name of the game itself")
NOT_IN_BASE = Code("PNP245", "an edition changes a text that its game does not have")
CHANGED_IN_ONE_LANGUAGE = Code(
    "PNP246", "an edition changes a text in the original, but not in a translation"
)

# 3xx: texts
MISSING_TEXT = Code(
    "PNP301", "a text is missing in a language", caused_by=("PNP247", "PNP301"), unwritten=True
)
TEXT_IN_ONE_LANGUAGE = Code(
    "PNP302", "a translation has a text that its original does not have", caused_by=("PNP301",)
)
PLACEHOLDERS_DIFFER = Code("PNP303", "a translation leaves out or adds a placeholder or a span")
TYPED_NUMBER = Code(
    "PNP304", "a number is typed in rule text", caused_by=("PNP390",), arguable=True
)
FORBIDDEN_FORM = Code("PNP305", "a text uses a form that the glossary forbids", arguable=True)
TERM_WITHOUT_NAME = Code("PNP306", "a term has no name in a language")
TITLE_SPELLED_OTHERWISE = Code("PNP307", "the game's title is spelled differently", arguable=True)
DOUBLED_WORD = Code("PNP308", "a word or a space is doubled", arguable=True)
TYPOGRAPHY = Code("PNP309", "a text breaks the typography of its language", arguable=True)
BROKEN_WORD = Code("PNP310", "a word is broken by a typesetter's hyphen", arguable=True)
NO_END_MARK = Code("PNP311", "a paragraph lacks its final punctuation mark", arguable=True)
TERM_NOT_IN_GLOSSARY = Code(
    "PNP312", "a text names a term, or a form of it, that the glossary lacks"
)
MALFORMED_PLACEHOLDER = Code("PNP313", "a placeholder is malformed")
PLURAL_FORM_MISSING = Code("PNP314", "a plural text lacks a form")
COUNTS_NO_CARDS = Code("PNP315", "a text counts cards that the deck does not hold")
TEXT_IN_TWO_FILES = Code("PNP316", "a text is in two files")
RESERVED_LANGUAGE = Code("PNP690", "a language has a name that Windows reserves")
WRONG_ROOT_LANGUAGE = Code("PNP317", "the first key of a language file is not its language")
UNUSED_TEXT = Code("PNP318", "a text is never printed", arguable=True)
END_MARK_DIFFERS = Code(
    "PNP319", "a text ends with a different mark from its original", arguable=True
)
UNKNOWN_FACT = Code(
    "PNP320",
    "a placeholder names a number that the game does not have",
    caused_by=(
        "PNP313",
        "PNP315",
        "PNP610",
        "PNP622",
        "PNP623",
        "PNP624",
        "PNP647",
        "PNP648",
        "PNP649",
    ),
)
UNKNOWN_TERM = Code(
    "PNP321", "a placeholder names a term that the glossary lacks", caused_by=("PNP312",)
)
UNKNOWN_FORM = Code(
    "PNP322", "a placeholder names a form that the term lacks", caused_by=("PNP312",)
)
UNKNOWN_ICON = Code("PNP323", "a text or the player aid names an icon that the style lacks")
UNBALANCED = Code(
    "PNP324",
    "emphasis, a span or a brace is opened but not closed, or the reverse",
    caused_by=("PNP301", "PNP313"),
)
NOT_A_PLACEHOLDER = Code("PNP325", "the braces do not contain a placeholder", caused_by=("PNP313",))
UNCOUNTED_PLURAL = Code("PNP326", "a plural text contains no number")
UNKNOWN_REFERENCE = Code("PNP327", "a placeholder refers to nothing in the rulebook")
UNPRINTABLE_MARKDOWN = Code("PNP328", "a Markdown file has something that a rulebook cannot print")
CHAPTERS_DIFFER = Code(
    "PNP329", "the Markdown of a translation differs in structure from its original"
)
LINES_DIFFER = Code(
    "PNP330", "a translation has more or fewer lines than its original", arguable=True
)
ADDRESS_DIFFERS = Code("PNP331", "a translation loses, adds or misspells an address", arguable=True)
PLURAL_FORMS_SAME = Code("PNP332", "all plural forms of a text are the same", arguable=True)
SAME_WORDING = Code("PNP333", "two originals are translated in the same way", arguable=True)
STALE_TRANSLATION = Code("PNP340", "the source of a translation has changed since it was accepted")
DAMAGED_LOCK = Code("PNP341", "a lock file was damaged or edited by hand")
CANNOT_ACCEPT = Code(
    "PNP342",
    "a text to accept is unknown, or a warning to accept lacks its text, code or reason",
    exit=2,
)
LANGUAGE_EXISTS = Code("PNP343", "the game already has the language", exit=2)
NOT_A_LANGUAGE = Code("PNP344", "this is no language code that a folder can have", exit=2)
NO_ORIGINAL = Code("PNP345", "a game has no texts in its original language")
WORD_LEFT_OUT = Code(
    "PNP346", "nothing in a translation stands for a word of its original", arguable=True
)
MALFORMED_EXCHANGE = Code("PNP350", "an exchange file is malformed, or its format is unknown")
EXCHANGE_FOR_NOTHING = Code(
    "PNP351", "an exchange file is for a game or language that does not exist"
)
EXCHANGED_TEXT_UNKNOWN = Code("PNP352", "an exchange file has a text that the game does not have")
IMPORTED_PLACEHOLDERS_DIFFER = Code(
    "PNP353", "an imported translation leaves out or adds a placeholder"
)
IMPORTED_TWICE = Code("PNP354", "a text is imported twice")
IMPORTED_FROM_OLD_SOURCE = Code(
    "PNP355", "an imported translation is of an original that has changed"
)
EXCHANGED_PLURALS_DIFFER = Code(
    "PNP356", "an exchange file has different plural forms from the language"
)
NO_PLACE_FOR_IMPORT = Code("PNP357", "a file of texts has no place for an imported translation")
CONTROL_CHARACTER = Code("PNP358", "a text contains a control character, which cannot be exported")
IMPORTED_EMPTY = Code("PNP359", "an imported translation is empty")
WRONG_NUMBER_WORD = Code(
    "PNP360", "a number word contradicts the original or the game", arguable=True
)
WRONG_LANGUAGE = Code("PNP361", "a text is in a different language from its file", arguable=True)
WRONG_ADDRESS = Code(
    "PNP362", "a text addresses readers differently from the other texts", arguable=True
)
NOT_TRANSLATED = Code("PNP363", "a translation is the same as its original", arguable=True)
ENTRY_OF_ANOTHER_CARD = Code(
    "PNP364", "the text about a card does not name it, or names another", arguable=True
)
SENTENCE_TOO_LONG = Code("PNP365", "a sentence is too long", arguable=True)
SENTENCES_MISSING = Code("PNP366", "a translation says less than its original", arguable=True)
SENTENCES_REORDERED = Code(
    "PNP367", "the sentences of a translation are in a different order", arguable=True
)
WORDS_DO_NOT_AGREE = Code("PNP368", "two words side by side do not agree", arguable=True)
FOREIGN_JOINING_WORD = Code("PNP369", "a word of another language joins two words", arguable=True)
MISSPELT_NAME = Code("PNP370", "a name of the game is misspelt", arguable=True)
FOREIGN_NAME = Code("PNP371", "a card has its name in another language", arguable=True)
INVISIBLE_CHARACTER = Code(
    "PNP372", "a character is invisible, looks like another, or was misread", arguable=True
)
BRACKET_MISSING = Code("PNP373", "a bracket is missing", arguable=True)
UNKNOWN_WORD = Code("PNP374", "a word is in no dictionary of its language", arguable=True)
OTHER_MEANING = Code(
    "PNP375",
    "a translation says more or less than its original, or in a different order",
    arguable=True,
)
OPPOSITE_MEANING = Code(
    "PNP376",
    "a translation says the opposite of its original, or a different colour",
    arguable=True,
)
NEVER_RIGHT = Code("PNP377", "an expression is never right in its language", arguable=True)
TERMS_ALIKE = Code(
    "PNP378", "two terms, cards or labels are called the same in a language", arguable=True
)
WRONG_FORM = Code("PNP379", "a form of a term is not what its name says", arguable=True)
QUOTED_TITLE = Code(
    "PNP380", "a text quotes a title in different words from the title itself", arguable=True
)
EMPHASIS_DIFFERS = Code(
    "PNP381", "a translation emphasises different words from its original", arguable=True
)
NEEDLESS_EXCEPTION = Code("PNP382", "an accepted warning is no longer given")
UNSURE_TRANSLATION = Code("PNP383", "a translator is not sure of a translation")
DAMAGED_REMARKS = Code("PNP384", "a file of translators' remarks cannot be read")
TYPED_EFFECT = Code("PNP385", "a number of a card's effect is typed in its text", arguable=True)
FOUND_BY_LANGUAGETOOL = Code("PNP386", "LanguageTool finds a fault in a text", arguable=True)
FOUND_BY_MODEL = Code(
    "PNP348",
    "a language model takes a translation for a different rule",
    arguable=True,
    remark=True,
)
NO_LANGUAGE_MODEL = Code("PNP300", "the language model does not judge a text", remark=True)
NO_LANGUAGETOOL = Code("PNP387", "the LanguageTool server does not check a language")
FOREIGN_MARKUP = Code("PNP389", "a text has markup of another program", arguable=True)
WRONG_COUNT = Code("PNP390", "a text states a different count from the game", arguable=True)
CHANGED_ON_BOTH_SIDES = Code(
    "PNP391", "a text was changed both in an exchange file and in the project since its export"
)
IMPORTED_WITHOUT_BASE = Code(
    "PNP392", "an exchange file does not record the project's texts at its export"
)
APPROVED_AS_EDITED = Code("PNP393", "an imported text was edited and is still marked as approved")
CELL_CONVERTED = Code("PNP395", "a spreadsheet converted a text of an imported workbook")
TOO_LONG_FOR_A_CELL = Code("PNP399", "a text is too long for a cell of an exported workbook")
COMMENTS_MISSING = Code("PNP349", "an exchange file lacks all comments that were exported")
UNKNOWN_STATE = Code("PNP394", "an exchange file has an unknown state of a translation")
NOT_IMPORTED = Code("PNP397", "an exchange file has edits that an import does not take")
TEXTS_MISSING = Code("PNP398", "an exchange file lacks texts that were exported")
FORMULA_NOT_SET = Code("PNP396", "a formula cannot be typeset")
OTHER_WORDING = Code("PNP388", "the same original is translated in two ways", arguable=True)

# 4xx: templates, pictures and fonts
MISSING_GLYPH = Code(
    "PNP401",
    "a font lacks a character that a text needs",
    caused_by=(
        "PNP312",
        "PNP313",
        "PNP320",
        "PNP321",
        "PNP322",
        "PNP325",
    ),
)
MISSING_FAMILY = Code("PNP402", "a font family, or its italic, is missing")
UNKNOWN_COLOUR = Code("PNP403", "a style or a template names a colour that the style lacks")
UNKNOWN_TEXT_STYLE = Code("PNP404", "the style lacks a text style or an inline style")
UNUSABLE_FONT = Code("PNP405", "a font file cannot be used")
UNKNOWN_STYLE = Code("PNP406", "the style is unknown")
UNUSED_TEMPLATE = Code("PNP407", "a template is unused")
UNSET_SCRIPT = Code("PNP408", "a text is in a script that cannot be typeset")
TEMPLATE_SYNTAX = Code("PNP410", "a template has a syntax error")
TEMPLATE_NAME = Code("PNP411", "a template uses a name that does not exist")
TEMPLATE_FAILS = Code("PNP412", "a template cannot be rendered, or does too much")
NOT_XML = Code("PNP413", "a drawing is not well-formed XML")
NOT_ALLOWED_IN_DRAWING = Code("PNP414", "a drawing contains something that is not allowed")
WRONG_ROOT_OR_SIZE = Code("PNP415", "a drawing has the wrong root element or size")
DRAWING_TOO_COMPLEX = Code("PNP416", "a drawing is too nested or has too many elements")
UNKNOWN_TEMPLATE = Code("PNP417", "a template or an icon does not exist", caused_by=("PNP417",))
PICTURE_MISSING = Code("PNP420", "a linked picture is missing")
LEADS_OUTSIDE = Code("PNP421", "a reference leads outside the project")
DRAWING_FAMILY_MISSING = Code("PNP422", "a drawing uses a font family that the project lacks")
DANGLING_REFERENCE = Code("PNP423", "a drawing refers to an id that it does not contain")
UNUSABLE_PICTURE = Code("PNP424", "a picture file cannot be used")
MAY_LOOK_DIFFERENT = Code("PNP425", "a drawing may look different in print")
PART_AS_PIXELS = Code("PNP426", "a part of a drawing is printed as pixels")
OUTSIDE_THE_PRINT = Code("PNP427", "a part of a drawing is outside the printed area")
STROKE_TOO_THIN = Code("PNP428", "a stroke is too thin to print")
TOO_FEW_PIXELS = Code("PNP429", "a picture has too few pixels for its printed size")
CANNOT_CONVERT = Code("PNP430", "a drawing cannot be turned into PDF")
TAKES_TOO_MUCH = Code("PNP431", "a drawing takes too long or too much memory")
FACE_AS_PIXELS = Code("PNP432", "a face is printed as pixels")
LINK_LEFT_OUT = Code("PNP434", "a link in a drawing is left out")
UNKNOWN_DRAWN_COLOUR = Code("PNP435", "a drawing names a colour that does not exist")
TYPED_IN_TEMPLATE = Code("PNP437", "words are typed in a template, so they are never translated")
USELESS_COLOUR = Code("PNP438", "a colour has no effect on its picture")
CODE_MAY_NOT_SCAN = Code(
    "PNP439", "a QR code or barcode cannot be made of its text, or may not scan"
)
TEXT_BEYOND_CUT = Code("PNP445", "a text extends beyond the cut line of its card")
TEXT_NEAR_CUT = Code("PNP446", "a text is too near to the cut line of its card")
TEXT_COVERED = Code("PNP447", "a text lies under a shape, and cannot be read")
TEXT_FAINT = Code("PNP448", "a text has too little contrast with its background")
TEXT_ON_TEXT = Code("PNP449", "two texts, or two lines of a text, overlap")
LOOK_ALIKE = Code("PNP433", "two cards look alike to some people")

# 5xx: fit on paper
TEXT_DOES_NOT_FIT = Code(
    "PNP501",
    "a text does not fit its box or column",
    caused_by=(
        "PNP312",
        "PNP313",
        "PNP320",
        "PNP321",
        "PNP322",
        "PNP324",
        "PNP325",
    ),
)
LANGUAGES_DO_NOT_FIT = Code("PNP502", "two languages do not fit a box together")
LARGER_THAN_LABEL = Code("PNP698", "a card is larger than the labels of a sheet")
LABELS_OFF_THE_PAPER = Code("PNP699", "the labels of a sheet overlap or end beyond its paper")
NO_ROOM_ON_PAPER = Code("PNP510", "something does not fit on the paper")
UNSAFE_TEXT = Code("PNP520", "a text is nearer to the cut than a print service allows")
FRAME_NEAR_CUT = Code("PNP521", "a frame or picture ends too near to the cut")
BLEED_MISSING = Code("PNP522", "a drawing ends at the cut or within its bleed")
MISSING_BACK = Code("PNP523", "a card lacks the back that a print service needs")
WRONG_DECK = Code("PNP524", "a deck has more or fewer cards than a print service makes")
NO_PRODUCT = Code("PNP525", "an export for a print service has no product of this size or shape")
WRONG_PRINT_FILE = Code("PNP526", "a file does not meet the requirements of a print service")
TOO_THICK_TO_STAPLE = Code("PNP571", "a booklet has too many pages for saddle stitch")
TABLE_NOT_RUNNING = Code("PNP570", "a table cannot be sent to Tabletop Simulator")
PRINT_DIFFERS = Code("PNP530", "a page does not show a picture as it was drawn")
MISCOUNTED_CARD = Code("PNP531", "the sheets show a card more or less often than the deck holds it")
DAMAGED_PRINT = Code("PNP532", "a written file is damaged")
LETTERS_MISSING = Code("PNP533", "a baked face lacks letters of its texts")
NOT_IN_A_BOX = Code("PNP541", "no box holds a group of cards")
TWO_BOXES = Code("PNP542", "two boxes hold the same cards")
EMPTY_BOX = Code("PNP543", "a box has no contents")
DECK_SPLIT = Code("PNP544", "a deck too thick for one box is split over several")
WRONG_KIND_OF_BOX = Code("PNP545", "a kind of box lacks a key, or has one of another kind")
UNKNOWN_GROUP = Code("PNP546", "a box names a group that does not exist")
PLATES_DIFFER = Code("PNP547", "languages of a co-edition need different coloured plates")
ONE_LANGUAGE = Code("PNP548", "a co-edition needs two languages at least", exit=2)
NOT_IN_ALL = Code("PNP549", "a page of a co-edition is missing in a language, or has another size")
ONE_GAME = Code("PNP550", "a kit of several games needs at least two games", exit=2)
NO_COMMON_LANGUAGE = Code("PNP551", "the games of a shared kit have no language in common", exit=2)
NAME_OF_SHARED_KIT = Code(
    "PNP552", "a game has the id that is reserved for kits of several games", exit=2
)
PROFILE_GUESSED = Code("PNP553", "the inks of a press are a guess: no profile is named")
FINISH_NOT_PRINTED = Code("PNP554", "a finish in a template cannot become a plate of a factory")
PIECE_TOO_LARGE = Code("PNP555", "a piece is larger than the board that it is punched out of")
BLOCK_TALLER_THAN_PAGE = Code("PNP511", "a block of the booklet is taller than a page")
NO_RULEBOOK = Code("PNP512", "a format needs a rulebook, and the game has none")

# 6xx: rules and examples
FALSE_EXAMPLE = Code("PNP601", "a worked example is not true")
IMPOSSIBLE_POSITION = Code("PNP602", "the position of a worked example is impossible")
UNKNOWN_EXAMPLE_KEY = Code("PNP603", "a worked example has an unknown key")
UNKNOWN_EXAMPLE_NAME = Code("PNP604", "a worked example names an unknown card, place or player")
UNKNOWN_RULE = Code("PNP605", "a worked example names an unknown rule")
RULE_NOT_SHOWN = Code("PNP606", "no worked example shows a rule")
RULE_NOT_NEEDED = Code("PNP607", "a worked example does not need a rule that it names")
WRONG_EXAMPLE_VALUE = Code("PNP608", "a value of a worked example is of the wrong kind")
TRUE_BY_CHANCE = Code("PNP609", "a worked example is true only by chance")
UNKNOWN_RULES = Code("PNP610", "the rules that a game names do not exist", everywhere=True)
EFFECT_NOT_SHOWN = Code("PNP611", "no worked example shows a card taking effect")
EFFECT_WITHOUT_LIMIT = Code("PNP612", "no worked example shows a card without effect")
UNKNOWN_VARIANT = Code("PNP620", "a worked example chooses a variant that the game lacks")
UNKNOWN_CHOICE = Code("PNP621", "a worked example makes a choice that a variant lacks")
RULES_NOT_TRUSTED = Code(
    "PNP622", "the rules of a game run only with --trust-rules, or once trusted", everywhere=True
)
RULES_CANNOT_LOAD = Code("PNP623", "the rules of a game cannot be loaded", everywhere=True)
RULES_INCOMPLETE = Code(
    "PNP624", "the rules of a game lack something that they must offer", everywhere=True
)
EXAMPLES_WITHOUT_RULES = Code("PNP625", "a game without rules has worked examples")
RULES_FAIL = Code("PNP626", "the rules of a game fail while they run")
CLAIM_CONTRADICTS_ITSELF = Code("PNP630", "a claim contradicts itself")
UNKNOWN_COUNT = Code("PNP631", "a claim names a count that the rules module lacks")
FALSE_CLAIM = Code("PNP632", "a claim is not what the rules module counts")
UNUSED_COUNT = Code("PNP633", "a count is not used by any claim")
WRONG_NUMBER_OF_PLAYERS = Code("PNP640", "the game is not for this number of players", exit=2)
NO_SUCH_VARIANT = Code(
    "PNP641", "the game has no such variant, or the variant no such choice", exit=2
)
NO_CLUSTER = Code("PNP642", "the scheduler of a cluster cannot be reached", exit=2)
CLUSTER_NOT_INSTALLED = Code("PNP643", "the extra for clusters is not installed", exit=2)
CANNOT_PLAY_WITHOUT_RULES = Code("PNP644", "a game without rules cannot be played", exit=2)
NO_SUCH_PLAYER = Code("PNP645", "no player of this name can choose moves", exit=2)
FIELD_DIFFERS = Code("PNP646", "the rules and the deck disagree about a card")
NOT_IN_DECK = Code("PNP647", "the rules need a card or field that the deck lacks", everywhere=True)
WRONG_TYPE_IN_DECK = Code(
    "PNP648", "a field of a card has the wrong type for the rules", everywhere=True
)
CLAUSE_TWICE = Code("PNP649", "two clauses of the rules have the same id", everywhere=True)
BROKEN_PROMISE = Code("PNP650", "a played game breaks a promise of the rules")
UNREADABLE_LOG = Code("PNP651", "the log of a game cannot be read")
LOG_BREAKS_RULES = Code("PNP652", "the moves of a log break the rules")
UNREADABLE_RECORD = Code("PNP653", "a file of recorded games cannot be read")
RECORD_DIFFERS = Code("PNP654", "a recorded game now plays differently")
PLAYER_NOT_TRUSTED = Code("PNP670", "a custom player runs only with --trust-rules", exit=2)
PLAYER_FAILS = Code("PNP671", "a custom player cannot choose moves")
NO_CARDS_FOUND = Code("PNP672", "no cards are found on the pages of a file to print again")
UNKNOWN_PLACE = Code("PNP673", "print.yaml names a file, page or card that does not exist")
NO_RULES_IN_RELEASE = Code("PNP674", "a release has no rules to play by", exit=2)
COMMIT_ON_CLUSTER = Code("PNP675", "a cluster cannot play an earlier commit", exit=2)
STARTER_HAS_LOOK = Code("PNP676", "a starter has a look of its own", exit=2)
TWIN_NOT_TRUSTED = Code(
    "PNP680", "a second implementation of the rules runs only with --trust-rules", exit=2
)
TWIN_FAILS = Code("PNP681", "a second implementation of the rules cannot be played")
TWIN_DIFFERS = Code("PNP682", "a second implementation of the rules plays differently")
CANNOT_SOLVE = Code("PNP683", "a game cannot be played out wholly")
CHANGED_SINCE_IMPORT = Code(
    "PNP684", "an exchange file changes texts that an earlier import of it changed"
)
LINE_BREAK_DROPPED = Code("PNP685", "an imported translation ends with a line break")
STATES_MISSING = Code("PNP686", "an exchange file has none of the states it had")
EXPORT_UNKNOWN = Code("PNP687", "the export of an exchange file is not recorded")
CANNOT_PRINT_AGAIN = Code("PNP677", "a file to print again cannot be read")
CARDS_GUESSED = Code("PNP679", "the cards found on the pages of a file are a guess")
BACK_BLEED_CLAMPED = Code("PNP143", "backs have less bleed than asked for between cards")
TOO_MUCH_BLEED = Code("PNP144", "print.yaml asks for more bleed than its cards are cut out with")
WRONG_BASE = Code("PNP145", "a PDF cannot be printed below the sheets")
CARD_SCALED = Code("PNP336", "cards are printed in another size than that of their source")
TABLE_NOT_EDITED = Code("PNP678", "an edit of a table cannot be written")
NO_SUCH_NAME = Code("PNP689", "a game, language or style has gone while a command read it")
FORMS_STAY = Code("PNP688", "a term base lacks forms of terms that the glossary has from it")
STAMP_DOES_NOT_FIT = Code("PNP660", "a card has no room for the stamp of its version")
OTHER_ADDRESS = Code("PNP661", "the web pages are not where the cards say")
UNSTATED_CLAUSE = Code("PNP662", "no text states a clause of the rules", arguable=True)
TEXT_WITHOUT_CLAUSE = Code("PNP663", "a text of the rules is tied to no clause", arguable=True)
UNKNOWN_TIE = Code("PNP664", "a tie names a clause, text or fact that does not exist")
FACT_MISSING = Code("PNP665", "a text lacks a fact of its clause", arguable=True)
FACT_OPPOSED = Code("PNP666", "a text contradicts its clause", arguable=True)

CODES = {code.id: code for code in list(vars().values()) if isinstance(code, Code)}
"""All codes by id."""

OF_PLUG_INS = "(?!PNP)[A-Z]{2,12}[0-9]{3}"
"""The pattern of codes of faults that plug-ins report."""


def is_code(text: str) -> bool:
    """Return whether this is the id of a code, or may be one of a plug-in.

    >>> is_code("PNP301"), is_code("ACME301"), is_code("PNP999")
    (True, True, False)
    """
    return text in CODES or re.fullmatch(OF_PLUG_INS, text) is not None
