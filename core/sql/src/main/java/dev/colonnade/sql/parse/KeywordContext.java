package dev.colonnade.sql.parse;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;

/**
 * Tracker of the tokens before a word, while a statement is read from its beginning: decides
 * whether the word is a name. All tokens come in lower case; the end of the statement is an empty
 * one.
 */
final class KeywordContext {
  /** Words that PostgreSQL takes for a label only behind AS. */
  private static final Set<String> NEVER_BARE =
      words(
          "array as char character create day except fetch filter for from grant group having hour"
              + " intersect into isnull limit minute month notnull offset on order over overlaps"
              + " precision returning second to union varying where window with within without"
              + " year");

  /** Behind these comes an operand or a name, and nothing else. */
  private static final Set<String> OPENING =
      words(
          "( , [ = <> != < > <= >= + - * / % || ~ select distinct where and or not by having when"
              + " then else case between returning set table into join from update column to"
              + " references on");

  /** Words and signs that no operand ends with. */
  private static final Set<String> NO_OPERAND_END =
      words(
          "select distinct all as is not and or in like ilike similar to between symmetric"
              + " asymmetric when then else case at escape collate from on any some over operator"
              + " by where having from returning set interval with without time"
              + " limit offset using");

  private static final Set<String> ITEM_END =
      words(
          ", ) ; from where group order having union intersect except limit offset fetch window"
              + " into");

  /** Tokens that can follow a table of FROM that has all its names. */
  private static final Set<String> TABLE_END =
      words(
          ", ) ; where group order having union intersect except limit offset fetch window join"
              + " left right full inner cross natural on using returning");

  private static final Set<String> CLAUSES =
      words(
          "where group order having window limit offset fetch union intersect except into values");

  private static final Set<String> TABLE_BEFORE = words("table into join references update");

  private static final Set<String> FRAME_STARTS = words("between unbounded current interval ?");

  private static final Set<String> BEFORE_BY =
      words("group order partition increment owned generated sort");

  private static final Set<String> ACTIONS = words("cascade restrict no set");

  /** Words of the grammar's that mean nothing to PostgreSQL. */
  private static final Set<String> FOREIGN =
      words(
          "asof datetime define friday json_scope match_condition match_recognize measure minus"
              + " monday ordinal pattern permute qualify safe_offset safe_ordinal saturday stream"
              + " sunday thursday tuesday unsigned variant wednesday whenever");

  private static final Set<String> ORDERLESS =
      words(
          "sum avg count min max bool_and bool_or every bit_and bit_or bit_xor stddev stddev_pop"
              + " stddev_samp variance var_pop var_samp");

  /** An open parenthesis, or the statement itself. */
  private static final class Level {
    /** True if AS here, or the place itself, is followed by a type: in CAST and PREPARE. */
    final boolean isOfTypes;

    final boolean isWindow;
    boolean isInList;
    boolean isInFrom;
    boolean isLimited;
    boolean isInWindows;
    int caseCount;

    /** True within the arguments of an aggregate whose result does not depend on the order. */
    boolean isOrderless;

    Level(boolean isOfTypes, boolean isWindow) {
      this.isOfTypes = isOfTypes;
      this.isWindow = isWindow;
    }
  }

  private final Deque<Level> outer = new ArrayDeque<>();
  private Level level = new Level(false, false);
  private String first = "";
  private String before = "";
  private String beforeThat = "";

  private static Set<String> words(String words) {
    return Set.copyOf(Arrays.asList(words.split(" ", -1)));
  }

  /** Takes note of a token. */
  void pass(String token) {
    switch (token) {
      case "(" -> {
        outer.push(level);
        boolean isOfTypes =
            before.equals("cast") || before.equals("try_cast") || beforeThat.equals("prepare");
        boolean isWindow = before.equals("over") || (before.equals("as") && level.isInWindows);
        level = new Level(isOfTypes, isWindow);
        level.isOrderless = ORDERLESS.contains(before);
      }
      case ")" -> {
        if (!outer.isEmpty()) {
          level = outer.pop();
        }
      }
      case "select", "returning" -> {
        level.isInList = true;
        level.isInFrom = false;
        level.isLimited = false;
      }
      case "from" -> {
        if (!before.equals("distinct")) {
          level.isInList = false;
          level.isInFrom = true;
        }
      }
      case "case" -> level.caseCount++;
      case "end" -> level.caseCount = Math.max(0, level.caseCount - 1);
      default -> passClause(token);
    }
    if (first.isEmpty()) {
      first = token;
    }
    beforeThat = before;
    before = token;
  }

  private void passClause(String token) {
    if (CLAUSES.contains(token)) {
      level.isInList = false;
      level.isInFrom = false;
      level.isLimited |= token.equals("offset") || token.equals("fetch");
      level.isInWindows = token.equals("window");
    }
  }

  /**
   * Returns whether ORDER BY here would be in the arguments of an aggregate whose result does not
   * depend on the order.
   */
  boolean isOrderless() {
    return level.isOrderless && isBehindOperand();
  }

  /** Returns whether a table of FROM begins here. */
  boolean isSource() {
    return level.isInFrom && (before.equals("from") || before.equals(",") || before.equals("join"));
  }

  /**
   * Returns whether CASE WHEN is the first argument of a function in FROM, which the grammar reads
   * as a list of columns.
   */
  boolean isFirstOfSource(String next) {
    Level around = outer.peek();
    return next.equals("when")
        && before.equals("(")
        && endsOperand(beforeThat)
        && around != null
        && around.isInFrom;
  }

  /** Returns whether the last token can end an operand. */
  boolean isBehindOperand() {
    return endsOperand(before);
  }

  private static boolean endsOperand(String token) {
    if (token.isEmpty() || NO_OPERAND_END.contains(token)) {
      return false;
    }
    char last = token.charAt(token.length() - 1);
    return Character.isLetterOrDigit(last) || ")]\"'_$?.".indexOf(last) >= 0;
  }

  /** Returns whether a reserved word of the grammar is a name before this token. */
  boolean isName(String word, String next) {
    if (before.equals(".") || (word.equals("date_trunc") && next.equals("("))) {
      return true;
    }
    if (FOREIGN.contains(word)) {
      return true;
    }
    if (first.equals("grant") || first.equals("revoke")) {
      return false;
    }
    if (before.equals("as")) {
      return isLabel(word, next);
    }
    if (before.equals("with") && word.equals("recursive")) {
      return next.equals("as");
    }
    if (level.isInList && (next.isEmpty() || ITEM_END.contains(next))) {
      return isBareLabel(word) || (isOpening() && isUnreserved(word, next));
    }
    return isUnreserved(word, next);
  }

  private boolean isLabel(String word, String next) {
    if (level.isInList) {
      return true;
    }
    boolean isDefinition = first.equals("create") || first.equals("alter");
    if (isDefinition && !level.isInFrom) {
      return false; // of a type, or GENERATED ... AS IDENTITY
    }
    boolean hasColumns = level.isInFrom && next.equals("(");
    boolean isEnd = next.isEmpty() || TABLE_END.contains(next) || next.equals("from") || hasColumns;
    return isEnd && !level.isOfTypes && !word.equals("select");
  }

  private boolean isBareLabel(String word) {
    boolean isEndOfCase = word.equals("end") && level.caseCount > 0;
    return isBehindOperand() && !isEndOfCase && !NEVER_BARE.contains(word);
  }

  private boolean isAlias(String next) {
    return level.isInFrom
        && (next.isEmpty() || TABLE_END.contains(next))
        && isBehindOperand()
        && !before.equals("join");
  }

  private boolean isOpening() {
    return switch (before) {
      case "add", "rename", "alter", "drop" -> first.equals("alter");
      case "truncate" -> first.equals("truncate") && beforeThat.isEmpty();
      case "not" -> !endsOperand(beforeThat);
      case "view" -> first.equals("create") || first.equals("alter") || first.equals("drop");
      default -> OPENING.contains(before);
    };
  }

  /** Returns whether only a table's name can be here. */
  private boolean isTable(String next) {
    return switch (before) {
      case "truncate" -> beforeThat.isEmpty();
      case "with" -> next.equals("as");
      default -> TABLE_BEFORE.contains(before);
    };
  }

  /**
   * Returns whether a statement begins here: at the very start, behind WITH, in EXPLAIN, or as an
   * item.
   */
  private boolean isStart() {
    return switch (before) {
      case "" -> true;
      case "(" -> beforeThat.equals("as") || beforeThat.equals("materialized");
      case ")" -> outer.isEmpty() && (first.equals("with") || first.equals("explain"));
      case "explain", "analyze", "verbose" -> first.equals("explain");
      case "as" -> first.equals("prepare");
      default -> false;
    };
  }

  /** Words that PostgreSQL does not reserve, or not as names of columns. */
  private boolean isUnreserved(String word, String next) {
    return switch (word) {
      case "new", "skip" -> true;
      case "by" -> !BEFORE_BY.contains(before);
      case "call", "explain" -> !isStart();
      case "merge" -> !isStart() || !next.equals("into");
      case "insert" -> !isStart() && !isActionOfMerge();
      case "delete", "update" -> !isStart() && !isWriting(next);
      case "drop" -> !isStart() && !isDropping();
      case "current" -> !Set.of("row", "value", "of").contains(next);
      case "next" -> !next.equals("value") && (next.isEmpty() || !isGoing());
      case "partition" -> !next.equals("by");
      case "over" -> !before.equals(")");
      case "if" -> !next.equals("not") && !next.equals("exists");
      case "unknown" -> !before.equals("is") && !isBehind("is", "not");
      case "set" -> isOperandOrAlias(next) && !isSetOfAction();
      case "between" -> isOperandOrAlias(next);
      case "value" -> isOperandOrAlias(next) && !next.startsWith("'") && !next.equals("if");
      default -> isTable(next) ? isOfTypes(word) || isOfForms(word) : isBySort(word, next);
    };
  }

  private boolean isBySort(String word, String next) {
    if (isOfTypes(word)) {
      boolean isBehindWord = before.equals("from") || before.equals("between");
      return (isBehindWord || isOperandOrAlias(next))
          && !isLiteral(next)
          && !(level.isOfTypes && (next.equals(",") || next.equals(")")));
    }
    return switch (word) {
      case "range", "rows", "groups" -> !isFrame(word, next);
      case "row" -> !next.equals("(") && !isRowOfClause(next);
      case "values" -> !next.equals("(") && !before.equals("default");
      case "exists" -> !next.equals("(") && !before.equals("if") && !isBehind("if", "not");
      case "grouping" -> !next.equals("(") && !next.equals("sets");
      case "rollup", "cube" -> !next.equals("(");
      case "cursor" -> !next.equals("(") && !isDeclaration(next);
      default -> false;
    };
  }

  /** FETCH and MOVE, behind which a direction comes. */
  private boolean isGoing() {
    return before.equals("fetch") || (before.equals("move") && beforeThat.isEmpty());
  }

  private boolean isDeclaration(String next) {
    return first.equals("declare") && Set.of("for", "with", "without").contains(next);
  }

  /** Words that begin a type. */
  private static boolean isOfTypes(String word) {
    return switch (word) {
      case "date", "interval", "time", "timestamp", "uuid" -> true;
      default -> false;
    };
  }

  /** Words that are keywords where a parenthesis follows, if they are no table. */
  private static boolean isOfForms(String word) {
    return switch (word) {
      case "range", "rows", "row", "values", "exists", "grouping", "rollup", "cube", "cursor" ->
          true;
      default -> false;
    };
  }

  private boolean isOperandOrAlias(String next) {
    return isOpening() || isAlias(next) || isTable(next);
  }

  private static boolean isLiteral(String next) {
    return next.startsWith("'")
        || next.startsWith("$")
        || Set.of("(", "?", "with", "without", "zone").contains(next);
  }

  private boolean isBehind(String beforeThat, String before) {
    return this.before.equals(before) && this.beforeThat.equals(beforeThat);
  }

  private boolean isActionOfMerge() {
    return before.equals("then") && level.caseCount == 0;
  }

  /** DELETE and UPDATE within other statements. */
  private boolean isWriting(String next) {
    return switch (before) {
      case "do", "commit", "for", "key" -> true;
      case "on" -> ACTIONS.contains(next);
      default -> isActionOfMerge();
    };
  }

  private boolean isDropping() {
    boolean isNamed =
        Set.of("add", "column", "drop", "rename", "to", "exists", "table").contains(before);
    return before.equals("commit") || (first.equals("alter") && !isNamed);
  }

  private boolean isSetOfAction() {
    return before.equals("update") && Set.of("do", "then", "on").contains(beforeThat);
  }

  /** ROWS and RANGE as keywords of a window, of OFFSET, or of ON COMMIT. */
  private boolean isFrame(String word, String next) {
    boolean isBound = FRAME_STARTS.contains(next) || isLiteral(next) || isNumber(next);
    return (level.isWindow && isBound)
        || (word.equals("rows") && level.isLimited)
        || (before.equals("preserve") || before.equals("delete"));
  }

  private static boolean isNumber(String next) {
    return !next.isEmpty() && Character.isDigit(next.charAt(0));
  }

  private boolean isRowOfClause(String next) {
    return level.isLimited
        || Set.of("current", "each", "share").contains(before)
        || Set.of("exclusive", "share").contains(next);
  }
}
