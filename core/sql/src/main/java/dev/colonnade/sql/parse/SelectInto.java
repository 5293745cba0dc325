package dev.colonnade.sql.parse;

import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.DOT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.EOF;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.FROM;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.INTO;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.LPAREN;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.RPAREN;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.SELECT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.WITH;

import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.parse.grammar.Token;
import dev.colonnade.sql.parse.grammar.TokenMgrError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code SELECT ... INTO table}, which the grammar does not read: CREATE TABLE ... AS of the query
 * without its target. Blanks take the place of that, so that all else keeps its position.
 */
public final class SelectInto {
  private static final Set<String> TEMPORARY = Set.of("temp", "temporary");

  /** Keywords before the name that have no effect. */
  private static final Set<String> PASSED_OVER = Set.of("local", "global", "unlogged", "table");

  private final List<String> names;
  private final boolean isTemporary;
  private final SqlParserPos pos;
  private final String query;

  private SelectInto(List<String> names, boolean isTemporary, SqlParserPos pos, String query) {
    this.names = names;
    this.isTemporary = isTemporary;
    this.pos = pos;
    this.query = query;
  }

  /** The statement; null if the text is no such. */
  static @Nullable SqlNode of(String sql) {
    SelectInto found = find(sql);
    if (found == null) {
      return null;
    }
    Definition.NewTable table =
        new Definition.NewTable(
            new SqlIdentifier(found.names, found.pos),
            false,
            found.isTemporary ? OnCommit.PRESERVE_ROWS : null);
    SqlNode query = StatementParser.parse(found.query);
    return new SqlDefinition(
        found.pos, new Definition.CreateTableAs(table, List.of(), query, true));
  }

  /** The query of such a statement; a text that has no target is the query itself. */
  public static String withoutTarget(String sql) {
    SelectInto found = find(sql);
    return found == null ? sql : found.query;
  }

  private static @Nullable SelectInto find(String sql) {
    try {
      List<Token> tokens = StatementParser.tokens(sql);
      int into = indexOfTarget(tokens);
      return into < 0 ? null : read(sql, tokens, into);
    } catch (TokenMgrError e) {
      return null;
    }
  }

  /**
   * Returns the index of INTO behind the first SELECT outside of parentheses; negative if there is
   * none.
   */
  private static int indexOfTarget(List<Token> tokens) {
    int first = tokens.getFirst().kind;
    if (first != SELECT && first != WITH) {
      return -1;
    }
    int depth = 0;
    boolean isBehindSelect = false;
    for (int i = 0; i < tokens.size(); i++) {
      int kind = tokens.get(i).kind;
      depth += kind == LPAREN ? 1 : kind == RPAREN ? -1 : 0;
      isBehindSelect |= depth == 0 && kind == SELECT;
      if (depth == 0 && kind == INTO) {
        return isBehindSelect ? i : -1;
      }
    }
    return -1;
  }

  private static @Nullable SelectInto read(String sql, List<Token> tokens, int into) {
    boolean isTemporary = false;
    int at = into + 1;
    while (isWord(tokens.get(at)) && isWord(tokens.get(at + 1))) {
      String word = tokens.get(at).image.toLowerCase(Locale.ROOT);
      if (!TEMPORARY.contains(word) && !PASSED_OVER.contains(word)) {
        break;
      }
      if (word.equals("table") && tokens.get(at + 1).kind == DOT) {
        break;
      }
      isTemporary |= TEMPORARY.contains(word);
      at++;
    }
    List<String> names = new ArrayList<>();
    Token name = tokens.get(at);
    names.add(KeywordQuoting.nameOf(name));
    while (tokens.get(at + 1).kind == DOT && tokens.get(at + 2).kind != EOF) {
      at += 2;
      names.add(KeywordQuoting.nameOf(tokens.get(at)));
    }
    Token last = tokens.get(at);
    if (!isWord(name) || !isWord(last) || name.kind == FROM) {
      return null;
    }
    int start = SqlErrors.position(sql, placeOf(tokens.get(into))) - 1;
    int end = SqlErrors.position(sql, new SqlParserPos(last.endLine, last.endColumn));
    String blanks = sql.substring(start, end).replaceAll("[^\\n]", " ");
    String query = sql.substring(0, start) + blanks + sql.substring(end);
    return new SelectInto(names, isTemporary, placeOf(name), query);
  }

  private static boolean isWord(Token token) {
    return token.kind != EOF
        && (token.image.startsWith("\"")
            || Character.isLetter(token.image.charAt(0))
            || token.image.startsWith("_"));
  }

  private static SqlParserPos placeOf(Token token) {
    return new SqlParserPos(token.beginLine, token.beginColumn);
  }
}
