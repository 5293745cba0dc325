package dev.colonnade.sql.parse;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a text at the semicolons between its statements: those outside of quotes, comments and
 * parentheses. Takes two clauses out of a statement on the way that may stand where the grammar
 * would take their first words for something else: AS OF SYSTEM TIME, and FOR UPDATE.
 */
public final class StatementSplitter {
  private static final Pattern SYSTEM_TIME =
      Pattern.compile(
          "as\\s+of\\s+system\\s+time\\s+('(?:[^']|'')*'|-?[0-9.]+)", Pattern.CASE_INSENSITIVE);

  private static final Pattern DOLLAR_TAG = Pattern.compile("\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*)?\\$");

  private final String text;
  private final List<Piece> pieces = new ArrayList<>();
  private StringBuilder cut = new StringBuilder();
  private List<LockingClause> lockings = new ArrayList<>();
  private List<LockedSubquery> subqueries = new ArrayList<>();

  /** The parentheses that are open. */
  private final Deque<Open> open = new ArrayDeque<>();

  /** Question marks that stand for parameters. */
  private int parameterCount;

  private @Nullable String systemTime;
  private int start;
  private boolean isBlank = true;

  private StatementSplitter(String text) {
    this.text = text;
  }

  /**
   * One statement.
   *
   * @param text of the statement
   * @param toParse the same; where something was taken out stand blanks
   * @param offset of its first character in the whole text, from 0
   * @param clauses what was taken out
   */
  public record Piece(String text, String toParse, int offset, Clauses clauses) {}

  /**
   * Clauses that are not parsed by the grammar.
   *
   * @param systemTime what stands behind AS OF SYSTEM TIME, without quotes
   * @param lockings of the statement itself
   * @param subqueries that lock rows, in the order of the text; one within another is none
   */
  public record Clauses(
      @Nullable String systemTime, List<LockingClause> lockings, List<LockedSubquery> subqueries) {
    public static final Clauses NONE = new Clauses(null, List.of(), List.of());

    public Clauses {
      lockings = List.copyOf(lockings);
      subqueries = List.copyOf(subqueries);
    }
  }

  /**
   * Open parenthesis: its offset, the number of parameters before it, and the locking clauses
   * within.
   */
  private record Open(int at, int parameterCount, List<LockingClause> lockings) {}

  /** The statements of a text; those that are empty are left out. */
  public static List<Piece> split(String text) {
    return new StatementSplitter(text).run();
  }

  private List<Piece> run() {
    int depth = 0;
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      int end = endOfToken(at);
      if (c == ';' && depth <= 0) {
        endPiece(at);
        at = end;
        start = end;
        depth = 0;
        continue;
      }
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      follow(c, at);
      if (isWordStart(at)
          && ((depth == 0 && takeSystemTime(at)) || takeLocking(at, lockingsOf(depth)))) {
        at = start + cut.length();
        continue;
      }
      if (!Character.isWhitespace(c) && !isComment(at)) {
        isBlank = false;
      }
      cut.append(text, at, end);
      at = end;
    }
    endPiece(text.length());
    return pieces;
  }

  /** Keeps account of parentheses and parameters. */
  private void follow(char c, int at) {
    if (c == '(') {
      open.push(new Open(at, parameterCount, new ArrayList<>()));
    } else if (c == ')' && !open.isEmpty()) {
      Open closed = open.pop();
      boolean isInnermost = subqueries.stream().noneMatch(other -> other.start() > closed.at());
      if (!closed.lockings().isEmpty() && isInnermost) {
        int within = parameterCount - closed.parameterCount();
        subqueries.add(
            new LockedSubquery(
                closed.at() + 1,
                at,
                new LockedSubquery.Parameters(closed.parameterCount(), within),
                closed.lockings()));
      }
    } else if (c == '?') {
      parameterCount++;
    }
  }

  private List<LockingClause> lockingsOf(int depth) {
    return depth == 0 || open.isEmpty() ? lockings : open.element().lockings();
  }

  private void endPiece(int end) {
    if (!isBlank) {
      String piece = cut.toString();
      int blanks = piece.length() - piece.stripLeading().length();
      String whole = text.substring(start, end).strip();
      int first = start + blanks;
      Clauses clauses =
          systemTime == null && lockings.isEmpty() && subqueries.isEmpty()
              ? Clauses.NONE
              : new Clauses(
                  systemTime,
                  lockings,
                  subqueries.stream().map(subquery -> subquery.since(first)).toList());
      pieces.add(new Piece(whole, piece.strip(), start + blanks, clauses));
    }
    assert cut.length() == end - start : "cut=" + cut.length() + " length=" + (end - start);
    cut = new StringBuilder();
    systemTime = null;
    lockings = new ArrayList<>();
    subqueries = new ArrayList<>();
    open.clear();
    parameterCount = 0;
    isBlank = true;
  }

  private boolean isWordStart(int at) {
    return at == 0 || !isWordPart(text.charAt(at - 1));
  }

  private boolean takeLocking(int at, List<LockingClause> found) {
    char c = text.charAt(at);
    if (c != 'f' && c != 'F') {
      return false;
    }
    Matcher matcher = LockingClause.matcher(text, at);
    if (!matcher.lookingAt()) {
      return false;
    }
    found.add(LockingClause.of(matcher));
    cut.repeat(' ', matcher.end() - at);
    return true;
  }

  private boolean takeSystemTime(int at) {
    char c = text.charAt(at);
    if (c != 'a' && c != 'A') {
      return false;
    }
    Matcher matcher = SYSTEM_TIME.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      return false;
    }
    String value = matcher.group(1);
    systemTime =
        value.startsWith("'") ? value.substring(1, value.length() - 1).replace("''", "'") : value;
    cut.repeat(' ', matcher.end() - at);
    return true;
  }

  /**
   * Returns the offset behind the quoted text, comment, word or single character that begins at an
   * offset.
   */
  private int endOfToken(int at) {
    char c = text.charAt(at);
    return switch (c) {
      case '\'' -> endOfQuoted(at, isEscapeString(at));
      case '"' -> endOfQuoted(at, false);
      case '-' -> startsWith(at, "--") ? endOfLine(at) : at + 1;
      case '/' -> startsWith(at, "/*") ? endOfComment(at) : at + 1;
      case '$' -> endOfDollarQuoted(at);
      default -> isWordPart(c) ? endOfWord(at) : at + 1;
    };
  }

  private int endOfWord(int at) {
    int end = at + 1;
    while (end < text.length() && isWordPart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$';
  }

  private boolean isEscapeString(int at) {
    return at > 0
        && (text.charAt(at - 1) == 'e' || text.charAt(at - 1) == 'E')
        && (at == 1 || !isWordPart(text.charAt(at - 2)));
  }

  /**
   * A doubled quote within goes on as if another quoted text began there, which comes to the same.
   */
  private int endOfQuoted(int at, boolean escapes) {
    char quote = text.charAt(at);
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != quote) {
      end += escapes && text.charAt(end) == '\\' ? 2 : 1;
    }
    boolean isDoubled = end + 1 < text.length() && text.charAt(end + 1) == quote;
    if (isDoubled && escapes) {
      return endOfQuoted(end + 1, true);
    }
    return Math.min(end + 1, text.length());
  }

  private int endOfLine(int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end + 1;
  }

  private int endOfComment(int at) {
    int depth = 0;
    int end = at;
    while (end < text.length()) {
      if (startsWith(end, "/*")) {
        depth++;
        end += 2;
      } else if (startsWith(end, "*/")) {
        depth--;
        end += 2;
        if (depth == 0) {
          return end;
        }
      } else {
        end++;
      }
    }
    return end;
  }

  private int endOfDollarQuoted(int at) {
    Matcher tag = DOLLAR_TAG.matcher(text).region(at, text.length());
    if (!tag.lookingAt()) {
      return at + 1;
    }
    int end = text.indexOf(tag.group(), tag.end());
    return end < 0 ? text.length() : end + tag.group().length();
  }

  private boolean isComment(int at) {
    return startsWith(at, "--") || startsWith(at, "/*");
  }

  private boolean startsWith(int at, String what) {
    return text.startsWith(what, at);
  }
}
