package dev.colonnade.sql.analyze.table;

import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.syntax.print.SqlPrinter;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.system.SystemOids;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts of expressions as the catalog stores them. A sequence is referenced by its id, {@code
 * nextval_of(123)}, which is parsed as a reference to a column with a name that no column has.
 * Earlier versions stored {@code DOUBLE} as the name of {@code double precision}; a name of equal
 * length replaces it, so that offsets remain.
 */
public final class StoredText {
  private static final Pattern NEXT_VALUE = Pattern.compile("\\bnextval_of\\((\\d{1,9})\\)");

  /** Texts and quoted names, which stay, and the type DOUBLE after a cast. */
  private static final Pattern DOUBLE =
      Pattern.compile("'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|(?<=:: |::|AS )DOUBLE\\b(?! PRECISION)");

  private static final String MARK = "next value of the sequence ";
  private static final Pattern MARKED = Pattern.compile("\"" + MARK + "(\\d+)\"");

  private StoredText() {}

  /**
   * Returns the text of an expression.
   *
   * @param uses literals of its analysis, whose values are those of the definition's session
   * @param names resolution of the sequences in it
   */
  public static String of(Expression expression, NameUses uses, NameScope names) {
    String printed = SqlPrinter.print(expression, uses.replacements(), uses.typeSchemas());
    return withSequences(unmarked(printed), names);
  }

  /** Returns a text with the ids of sequences in the place of their names. */
  private static String withSequences(String text, NameScope names) {
    if (!text.contains("nextval")) {
      return text;
    }
    Tokens tokens = Lexer.read(text);
    StringBuilder stored = new StringBuilder();
    int done = 0;
    for (int i = 0; i < tokens.count(); i++) {
      int name = nameOfSequence(tokens, i);
      if (name >= 0) {
        int end = endOfCall(tokens, name);
        stored.append(text, done, tokens.start(i));
        stored.append(DefaultClause.nextValueOf(idOf(tokens.value(name), names)));
        done = tokens.end(end);
        i = end;
      }
    }
    return stored.append(text, done, text.length()).toString();
  }

  /** Returns the id of a sequence whose name, or whose OID, a text is. */
  private static int idOf(String text, NameScope names) {
    return text.matches("\\d{1,9}")
        ? SystemOids.idOf(Long.parseLong(text))
        : names.sequence(NameScope.split(text)).id();
  }

  /** Returns the index of the constant name in a call of nextval; -1 if a token begins no such. */
  private static int nameOfSequence(Tokens tokens, int index) {
    int function = index;
    if (isWord(tokens, index, "pg_catalog") && tokens.is(index + 1, TokenKind.DOT)) {
      function = index + 2;
    } else if (index > 0 && tokens.is(index - 1, TokenKind.DOT)) {
      return -1;
    }
    if (!isWord(tokens, function, "nextval")
        || !tokens.is(function + 1, TokenKind.LEFT_PARENTHESIS)) {
      return -1;
    }
    int name = function + 2;
    return tokens.is(name, TokenKind.STRING) && endOfCall(tokens, name) >= 0 ? name : -1;
  }

  /** Returns the parenthesis behind a name, or behind its cast to regclass; -1 for other forms. */
  private static int endOfCall(Tokens tokens, int name) {
    int next = name + 1;
    if (tokens.is(next, TokenKind.TYPECAST)) {
      next++;
      if (isWord(tokens, next, "pg_catalog") && tokens.is(next + 1, TokenKind.DOT)) {
        next += 2;
      }
      if (!isWord(tokens, next, "regclass")) {
        return -1;
      }
      next++;
    }
    return tokens.is(next, TokenKind.RIGHT_PARENTHESIS) ? next : -1;
  }

  private static boolean isWord(Tokens tokens, int index, String word) {
    return tokens.is(index, TokenKind.IDENTIFIER) && tokens.value(index).equals(word);
  }

  /** Returns a stored text with names in place of references to sequences, as it is parsed. */
  public static String marked(String text) {
    return NEXT_VALUE.matcher(text).replaceAll("\"" + MARK + "$1\"");
  }

  /** Returns the stored text of one that is {@link #marked}. */
  public static String unmarked(String text) {
    return MARKED.matcher(text).replaceAll("nextval_of($1)");
  }

  /** Returns the syntax of a stored expression. */
  public static Expression parse(String text) {
    return SqlParser.parseExpression(
        DOUBLE
            .matcher(marked(text))
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        found.group().equals("DOUBLE") ? "FLOAT8" : found.group())));
  }

  /** Returns the id of the sequence that a name of the syntax stands for; 0 for other names. */
  static int sequenceOf(String name) {
    Matcher digits = Pattern.compile(Pattern.quote(MARK) + "(\\d+)").matcher(name);
    return digits.matches() ? Integer.parseInt(digits.group(1)) : 0;
  }
}
