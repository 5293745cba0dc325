package dev.colonnade.sql.parser.query;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.sql.syntax.query.Window;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of ORDER BY, of windows and of elements of indexes. */
final class ClauseParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;

  ClauseParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
  }

  List<SortKey> optionalOrderBy() {
    return tokens.at(Keyword.ORDER) ? orderBy() : List.of();
  }

  List<SortKey> orderBy() {
    tokens.expect(Keyword.ORDER, Keyword.BY);
    return tokens.list(this::sortKey);
  }

  private SortKey sortKey() {
    int position = tokens.position();
    Expression value = grammar.expression();
    if (tokens.accept(Keyword.USING)) {
      OperatorName using = grammar.operator();
      return new SortKey(value, SortKey.Direction.USING, using, nulls(), position);
    }
    SortKey.Direction direction = direction();
    return new SortKey(value, direction, null, nulls(), position);
  }

  private SortKey.Direction direction() {
    if (tokens.accept(Keyword.ASC)) {
      return SortKey.Direction.ASCENDING;
    }
    return tokens.accept(Keyword.DESC) ? SortKey.Direction.DESCENDING : SortKey.Direction.DEFAULT;
  }

  private SortKey.Nulls nulls() {
    if (tokens.accept(Keyword.NULLS, Keyword.FIRST)) {
      return SortKey.Nulls.FIRST;
    }
    return tokens.accept(Keyword.NULLS, Keyword.LAST) ? SortKey.Nulls.LAST : SortKey.Nulls.DEFAULT;
  }

  /** Returns windows with their names. */
  List<Window.Definition> windows() {
    return tokens.list(
        () -> {
          int position = tokens.position();
          String name = names.column();
          tokens.expect(Keyword.AS);
          return new Window.Definition(name, window(), position);
        });
  }

  /** Returns a window in parentheses. */
  Window.Specification window() {
    int position = tokens.position();
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    tokens.enter();
    String base = isBase() ? names.column() : null;
    List<Expression> partition = List.of();
    if (tokens.accept(Keyword.PARTITION)) {
      tokens.expect(Keyword.BY);
      partition = tokens.list(grammar::expression);
    }
    List<SortKey> orderBy = optionalOrderBy();
    Window.Frame frame = frame();
    tokens.leave();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return new Window.Specification(base, partition, orderBy, frame, position);
  }

  private boolean isBase() {
    return names.isColumn(0)
        && !tokens.at(Keyword.PARTITION)
        && !tokens.at(Keyword.RANGE)
        && !tokens.at(Keyword.ROWS)
        && !tokens.at(Keyword.GROUPS);
  }

  private Window.@Nullable Frame frame() {
    Keyword keyword = tokens.keyword();
    if (keyword != Keyword.RANGE && keyword != Keyword.ROWS && keyword != Keyword.GROUPS) {
      return null;
    }
    tokens.advance();
    Window.Unit unit = Window.Unit.valueOf(keyword.name());
    if (!tokens.accept(Keyword.BETWEEN)) {
      Window.Bound start = bound();
      requireStart(start);
      if (start.kind() == Window.BoundKind.FOLLOWING) {
        throw windowing(
            "frame starting from following row cannot end with current row", start.position());
      }
      return new Window.Frame(unit, start, null, exclusion());
    }
    Window.Bound start = bound();
    tokens.expect(Keyword.AND);
    Window.Bound end = bound();
    requireStart(start);
    requireOrder(start, end);
    return new Window.Frame(unit, start, end, exclusion());
  }

  private void requireStart(Window.Bound start) {
    if (start.kind() == Window.BoundKind.UNBOUNDED_FOLLOWING) {
      throw windowing("frame start cannot be UNBOUNDED FOLLOWING", start.position());
    }
  }

  private void requireOrder(Window.Bound start, Window.Bound end) {
    boolean endsBefore = end.kind() == Window.BoundKind.PRECEDING;
    if (end.kind() == Window.BoundKind.UNBOUNDED_PRECEDING) {
      throw windowing("frame end cannot be UNBOUNDED PRECEDING", end.position());
    }
    if (start.kind() == Window.BoundKind.CURRENT_ROW && endsBefore) {
      throw windowing("frame starting from current row cannot have preceding rows", end.position());
    }
    if (start.kind() == Window.BoundKind.FOLLOWING
        && (endsBefore || end.kind() == Window.BoundKind.CURRENT_ROW)) {
      throw windowing(
          "frame starting from following row cannot have preceding rows", end.position());
    }
  }

  private RuntimeException windowing(String message, int position) {
    return tokens.error(ErrorCode.WINDOWING_ERROR, message, position);
  }

  private Window.Bound bound() {
    int position = tokens.position();
    if (tokens.at(Keyword.UNBOUNDED)
        && (tokens.at(1, Keyword.PRECEDING) || tokens.at(1, Keyword.FOLLOWING))) {
      tokens.advance();
      Window.BoundKind kind =
          isPreceding()
              ? Window.BoundKind.UNBOUNDED_PRECEDING
              : Window.BoundKind.UNBOUNDED_FOLLOWING;
      return new Window.Bound(kind, null, position);
    }
    if (tokens.accept(Keyword.CURRENT, Keyword.ROW)) {
      return new Window.Bound(Window.BoundKind.CURRENT_ROW, null, position);
    }
    Expression offset = grammar.expression();
    Window.BoundKind kind = isPreceding() ? Window.BoundKind.PRECEDING : Window.BoundKind.FOLLOWING;
    return new Window.Bound(kind, offset, position);
  }

  private boolean isPreceding() {
    if (tokens.accept(Keyword.PRECEDING)) {
      return true;
    }
    tokens.expect(Keyword.FOLLOWING);
    return false;
  }

  private Window.Exclusion exclusion() {
    if (!tokens.accept(Keyword.EXCLUDE)) {
      return Window.Exclusion.NONE;
    }
    if (tokens.accept(Keyword.CURRENT)) {
      tokens.expect(Keyword.ROW);
      return Window.Exclusion.CURRENT_ROW;
    }
    if (tokens.accept(Keyword.GROUP)) {
      return Window.Exclusion.GROUP;
    }
    if (tokens.accept(Keyword.TIES)) {
      return Window.Exclusion.TIES;
    }
    tokens.expect(Keyword.NO, Keyword.OTHERS);
    return Window.Exclusion.NO_OTHERS;
  }

  /** Returns an element of an index: a column, a call, or an expression in parentheses. */
  Change.IndexElement indexElement() {
    int position = tokens.position();
    if (tokens.accept(TokenKind.LEFT_PARENTHESIS)) {
      Expression expression = grammar.expression();
      tokens.expect(TokenKind.RIGHT_PARENTHESIS);
      return new Change.IndexElement(null, expression, indexOrder(), position);
    }
    if (grammar.from().isCall()) {
      Expression call = grammar.windowlessCall();
      return new Change.IndexElement(null, call, indexOrder(), position);
    }
    return new Change.IndexElement(names.column(), null, indexOrder(), position);
  }

  private Change.IndexOrder indexOrder() {
    QualifiedName collation = tokens.accept(Keyword.COLLATE) ? names.any() : null;
    QualifiedName operatorClass = null;
    List<Option> options = List.of();
    if (names.isColumn(0) && !isNulls()) {
      operatorClass = names.any();
      if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
        options = tokens.parenthesized(this::indexOption);
      }
    }
    SortKey.Direction direction = direction();
    return new Change.IndexOrder(collation, operatorClass, options, direction, nulls());
  }

  private boolean isNulls() {
    return tokens.at(Keyword.NULLS, Keyword.FIRST) || tokens.at(Keyword.NULLS, Keyword.LAST);
  }

  private Option indexOption() {
    int position = tokens.position();
    String name = String.join(".", names.attributes(names.label()));
    if (!tokens.accept(TokenKind.EQUALS)) {
      return new Option(name, null, position);
    }
    String sign = tokens.accept(TokenKind.MINUS) ? "-" : "";
    if (tokens.kind() == TokenKind.RIGHT_PARENTHESIS || tokens.kind() == TokenKind.COMMA) {
      throw tokens.unexpected();
    }
    String value = sign + tokens.value();
    tokens.advance();
    return new Option(name, value, position);
  }
}
