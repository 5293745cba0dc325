package dev.colonnade.sql.parser.query;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Call.SpecialFunction;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of functions with keywords for names or between their arguments. */
final class SpecialCallParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;

  SpecialCallParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
  }

  /** Returns a call of the current keyword, null if it is no such function. */
  @Nullable Expression parse(Keyword keyword, boolean isCall) {
    int position = tokens.position();
    return switch (keyword) {
      case CURRENT_DATE, CURRENT_ROLE, CURRENT_USER, SESSION_USER, USER, CURRENT_CATALOG ->
          current(keyword, position);
      case CURRENT_SCHEMA ->
          isCall || tokens.at(1, TokenKind.STRING) ? null : current(keyword, position);
      case CURRENT_TIME, CURRENT_TIMESTAMP, LOCALTIME, LOCALTIMESTAMP ->
          currentTime(keyword, position);
      case COLLATION -> tokens.at(1, Keyword.FOR) ? collation(position) : null;
      case CAST -> {
        tokens.advance();
        yield cast(position);
      }
      case COALESCE, GREATEST, LEAST, GROUPING ->
          isCall ? list(SpecialFunction.valueOf(keyword.name()), position) : null;
      case EXTRACT, NORMALIZE, NULLIF, OVERLAY, POSITION, SUBSTRING, TREAT, TRIM ->
          isCall ? special(keyword, position) : null;
      default -> null;
    };
  }

  private Expression current(Keyword keyword, int position) {
    tokens.advance();
    return new Call.CurrentValue(Call.CurrentValueKind.valueOf(keyword.name()), null, position);
  }

  private Expression currentTime(Keyword keyword, int position) {
    tokens.advance();
    Integer precision = null;
    if (tokens.accept(TokenKind.LEFT_PARENTHESIS)) {
      precision = tokens.integer();
      tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    }
    return new Call.CurrentValue(
        Call.CurrentValueKind.valueOf(keyword.name()), precision, position);
  }

  private Expression collation(int position) {
    tokens.advance(2);
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    Expression value = grammar.expression();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return new Call.Special(SpecialFunction.COLLATION_FOR, List.of(value), position);
  }

  private Expression cast(int position) {
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    tokens.enter();
    Expression value = grammar.expression();
    tokens.leave();
    tokens.expect(Keyword.AS);
    Expression cast = new Operation.Cast(value, grammar.type(), position);
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return cast;
  }

  private Expression list(SpecialFunction function, int position) {
    tokens.advance();
    return new Call.Special(function, tokens.parenthesized(grammar::expression), position);
  }

  private Expression special(Keyword keyword, int position) {
    tokens.advance();
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    tokens.enter();
    Expression call =
        switch (keyword) {
          case EXTRACT -> extract(position);
          case NORMALIZE -> normalize(position);
          case NULLIF -> nullIf(position);
          case OVERLAY -> overlay(position);
          case POSITION -> position(position);
          case SUBSTRING -> substring(position);
          case TREAT -> treat(position);
          default -> trim(position);
        };
    tokens.leave();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return call;
  }

  private Expression extract(int position) {
    int start = tokens.position();
    Expression field = new Constant.StringConstant(extractedField(), start);
    tokens.expect(Keyword.FROM);
    return special(SpecialFunction.EXTRACT, List.of(field, grammar.expression()), position);
  }

  private String extractedField() {
    Keyword keyword = tokens.keyword();
    boolean accepted =
        keyword == null
            ? tokens.at(TokenKind.IDENTIFIER) || tokens.at(TokenKind.STRING)
            : switch (keyword) {
              case YEAR, MONTH, DAY, HOUR, MINUTE, SECOND -> true;
              default -> false;
            };
    if (!accepted) {
      throw tokens.unexpected();
    }
    String field = tokens.value();
    tokens.advance();
    return field;
  }

  private Expression normalize(int position) {
    Expression value = grammar.expression();
    if (!tokens.accept(TokenKind.COMMA)) {
      return special(SpecialFunction.NORMALIZE, List.of(value), position);
    }
    int start = tokens.position();
    Keyword keyword = tokens.keyword();
    if (keyword == Keyword.NFC
        || keyword == Keyword.NFD
        || keyword == Keyword.NFKC
        || keyword == Keyword.NFKD) {
      tokens.advance();
      Expression form = new Constant.StringConstant(keyword.name(), start);
      return special(SpecialFunction.NORMALIZE, List.of(value, form), position);
    }
    throw tokens.unexpected();
  }

  private Expression nullIf(int position) {
    Expression first = grammar.expression();
    tokens.expect(TokenKind.COMMA);
    return special(SpecialFunction.NULLIF, List.of(first, grammar.expression()), position);
  }

  private Expression position(int position) {
    Expression part = grammar.restrictedExpression();
    tokens.expect(Keyword.IN);
    Expression whole = grammar.restrictedExpression();
    return special(SpecialFunction.POSITION, List.of(part, whole), position);
  }

  private Expression treat(int position) {
    Expression value = grammar.expression();
    tokens.expect(Keyword.AS);
    return new Call.Treat(value, grammar.type(), position);
  }

  private Expression overlay(int position) {
    if (tokens.at(TokenKind.RIGHT_PARENTHESIS)) {
      return plain("overlay", List.of(), position);
    }
    Call.Argument first = grammar.functions().argument();
    if (first.name() != null || !tokens.accept(Keyword.PLACING)) {
      return plain("overlay", arguments(first), position);
    }
    List<Expression> parts = new ArrayList<>();
    parts.add(first.value());
    parts.add(grammar.expression());
    tokens.expect(Keyword.FROM);
    parts.add(grammar.expression());
    if (tokens.accept(Keyword.FOR)) {
      parts.add(grammar.expression());
    }
    return special(SpecialFunction.OVERLAY_PLACING, List.copyOf(parts), position);
  }

  private Expression substring(int position) {
    if (tokens.at(TokenKind.RIGHT_PARENTHESIS)) {
      return plain("substring", List.of(), position);
    }
    Call.Argument first = grammar.functions().argument();
    Expression text = first.value();
    if (first.name() != null) {
      return plain("substring", arguments(first), position);
    }
    if (tokens.accept(Keyword.FROM)) {
      Expression start = grammar.expression();
      if (!tokens.accept(Keyword.FOR)) {
        return special(SpecialFunction.SUBSTRING_FROM, List.of(text, start), position);
      }
      List<Expression> parts = List.of(text, start, grammar.expression());
      return special(SpecialFunction.SUBSTRING_FROM_FOR, parts, position);
    }
    if (tokens.accept(Keyword.FOR)) {
      Expression count = grammar.expression();
      if (!tokens.accept(Keyword.FROM)) {
        return special(SpecialFunction.SUBSTRING_FOR, List.of(text, count), position);
      }
      List<Expression> parts = List.of(text, grammar.expression(), count);
      return special(SpecialFunction.SUBSTRING_FROM_FOR, parts, position);
    }
    if (tokens.accept(Keyword.SIMILAR)) {
      Expression pattern = grammar.expression();
      tokens.expect(Keyword.ESCAPE);
      List<Expression> parts = List.of(text, pattern, grammar.expression());
      return special(SpecialFunction.SUBSTRING_SIMILAR, parts, position);
    }
    return plain("substring", arguments(first), position);
  }

  private Expression trim(int position) {
    SpecialFunction function = SpecialFunction.TRIM_BOTH;
    if (tokens.accept(Keyword.LEADING)) {
      function = SpecialFunction.TRIM_LEADING;
    } else if (tokens.accept(Keyword.TRAILING)) {
      function = SpecialFunction.TRIM_TRAILING;
    } else {
      tokens.accept(Keyword.BOTH);
    }
    List<Expression> parts = new ArrayList<>();
    if (!tokens.accept(Keyword.FROM)) {
      Expression first = grammar.expression();
      if (!tokens.accept(Keyword.FROM)) {
        parts.add(first);
        while (tokens.accept(TokenKind.COMMA)) {
          parts.add(grammar.expression());
        }
        return special(function, List.copyOf(parts), position);
      }
      parts.addAll(tokens.list(grammar::expression));
      parts.add(first);
    } else {
      parts.addAll(tokens.list(grammar::expression));
    }
    return special(function, List.copyOf(parts), position);
  }

  private List<Call.Argument> arguments(Call.Argument first) {
    List<Call.Argument> arguments = new ArrayList<>();
    arguments.add(first);
    while (tokens.accept(TokenKind.COMMA)) {
      arguments.add(grammar.functions().argument());
    }
    return List.copyOf(arguments);
  }

  private static Expression plain(String name, List<Call.Argument> list, int position) {
    Call.Arguments arguments =
        new Call.Arguments(list, Call.Quantifier.NONE, false, false, List.of());
    return new Call.Function(
        QualifiedName.of(name, position), arguments, Call.Clauses.NONE, position);
  }

  private static Expression special(
      SpecialFunction function, List<Expression> arguments, int position) {
    return new Call.Special(function, arguments, position);
  }
}
