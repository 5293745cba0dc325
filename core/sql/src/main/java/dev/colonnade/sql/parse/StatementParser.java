package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.grammar.Token;
import java.io.Reader;
import java.util.List;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;
import org.jspecify.annotations.Nullable;

/** Reads statements: names that are not quoted become lower case, as in PostgreSQL. */
public final class StatementParser {
  /** The most characters of a statement. */
  public static final int LENGTH_MAX = 64 * 1024 * 1024;

  /** The most parameters of a statement, as the protocols count them. */
  public static final int PARAMETERS_MAX = 65_535;

  /** The longest name. */
  public static final int NAME_LENGTH_MAX = 255;

  /** Conformance of the grammar: the union of all dialects. */
  private static final SqlConformance CONFORMANCE =
      new SqlDelegatingConformance(SqlConformanceEnum.BABEL) {
        @Override
        public boolean allowExplicitRowValueConstructor() {
          return true;
        }
      };

  private static final SqlParser.Config CONFIG =
      SqlParser.config()
          .withParserFactory(StatementParser::parser)
          .withConformance(CONFORMANCE)
          .withQuoting(Quoting.DOUBLE_QUOTE)
          .withUnquotedCasing(Casing.TO_LOWER)
          .withQuotedCasing(Casing.UNCHANGED)
          .withCaseSensitive(true)
          .withIdentifierMaxLength(NAME_LENGTH_MAX);

  private StatementParser() {}

  private static SqlAbstractParserImpl parser(Reader reader) {
    return KeywordQuoting.parser(reader, CONFIG);
  }

  /**
   * The statement of a text, which may end in semicolons.
   *
   * @throws ColonnadeException SYNTAX_ERROR with the position; STATEMENT_TOO_COMPLEX if it is
   *     longer or nested deeper than allowed
   */
  public static SqlNode parse(String sql) {
    requireLength(sql);
    try {
      String text = DollarTexts.quoted(withoutEnd(sql));
      SqlNode statement = SqlParser.create(SystemPrefix.blanked(text), CONFIG).parseStmt();
      RecursiveTerms.require(statement);
      return statement;
    } catch (CalciteContextException e) {
      throw SqlErrors.of(sql, e);
    } catch (SqlParseException e) {
      if (e.getCause() instanceof ColonnadeException ours) {
        throw placed(ours, sql, e.getPos());
      }
      if (e.getCause() instanceof StackOverflowError) {
        throw tooDeep(e);
      }
      SqlNode into = SelectInto.of(sql);
      if (into != null) {
        return into;
      }
      SqlNode unread = UnreadStatements.of(sql);
      if (unread != null) {
        return unread;
      }
      throw syntax(sql, SystemPrefix.blanked(DollarTexts.quoted(withoutEnd(sql))), e);
    } catch (StackOverflowError e) {
      throw tooDeep(e);
    }
  }

  private static ColonnadeException placed(
      ColonnadeException ours, String sql, @Nullable SqlParserPos pos) {
    return pos == null || pos.getLineNum() == 0
        ? ours
        : ours.with(ours.fields().withPosition(SqlErrors.position(sql, pos)));
  }

  /** The tokens of a text as they are written, the end as the last two of them. */
  static List<Token> tokens(String sql) {
    return KeywordQuoting.tokens(sql, CONFIG);
  }

  private static ColonnadeException syntax(String sql, String parsed, SqlParseException e) {
    int furthest = FurthestToken.position(parsed, CONFIG);
    boolean isAtEnd = String.valueOf(e.getMessage()).contains("Encountered \"<EOF>\"");
    int other = isAtEnd ? sql.length() + 1 : SqlErrors.position(sql, e.getPos());
    int position = furthest > 0 ? furthest : other;
    return SqlErrors.syntax(sql, position, e);
  }

  /** STATEMENT_TOO_COMPLEX if a text is longer than any may be. */
  public static void requireLength(String sql) {
    if (sql.length() > LENGTH_MAX) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX,
          "statement is too long: characters=" + sql.length() + " max=" + LENGTH_MAX);
    }
  }

  /** The text from the first character of a node on, to the end. */
  public static String textFrom(String sql, SqlNode node) {
    // ORDER BY and LIMIT are nodes of their own, which begin behind their query.
    SqlNode first = node instanceof SqlOrderBy ordered ? ordered.query : node;
    SqlParserPos pos = first.getParserPosition();
    int start = 0;
    for (int line = 1; line < pos.getLineNum(); line++) {
      start = sql.indexOf('\n', start) + 1;
    }
    return withoutEnd(sql.substring(start + pos.getColumnNum() - 1));
  }

  /** The type of a text, as a cast names it. */
  public static SqlDataTypeSpec parseType(String text) {
    SqlCall cast = (SqlCall) parseExpression("CAST(NULL AS " + text + ")");
    return (SqlDataTypeSpec) cast.operand(1);
  }

  /** The expression of a text. */
  public static SqlNode parseExpression(String text) {
    try {
      return SqlParser.create(DollarTexts.quoted(text), CONFIG).parseExpression();
    } catch (SqlParseException e) {
      throw SqlErrors.syntax(text, SqlErrors.position(text, e.getPos()), e);
    }
  }

  private static ColonnadeException tooDeep(Throwable cause) {
    return new ColonnadeException(
        ErrorCode.STATEMENT_TOO_COMPLEX, "statement is nested too deeply", cause);
  }

  private static String withoutEnd(String sql) {
    String stripped = sql.stripTrailing();
    while (stripped.endsWith(";")) {
      stripped = stripped.substring(0, stripped.length() - 1).stripTrailing();
    }
    return stripped;
  }

  /** The parameter that is written with a dollar sign and its number, from 1. */
  public static SqlDynamicParam numberedParameter(String image, SqlParserPos pos) {
    String digits = image.substring(1);
    int number = digits.length() > 5 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    if (number < 1 || number > PARAMETERS_MAX) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "there is no parameter " + image);
    }
    return new SqlDynamicParam(number - 1, pos);
  }
}
