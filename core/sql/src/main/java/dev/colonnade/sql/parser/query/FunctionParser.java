package dev.colonnade.sql.parser.query;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.sql.syntax.query.Window;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of calls of functions by name. */
final class FunctionParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;

  FunctionParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
  }

  /**
   * Returns a call whose name was read, or a constant of a type with modifiers, which has the same
   * form.
   */
  Expression call(QualifiedName name, int position) {
    int start = tokens.position(1);
    Call.Arguments arguments = arguments();
    if (tokens.at(TokenKind.STRING) && isModifiers(arguments)) {
      return constant(name, arguments, start, position);
    }
    return new Call.Function(name, arguments, clauses(arguments), position);
  }

  private static boolean isModifiers(Call.Arguments arguments) {
    return !arguments.list().isEmpty()
        && !arguments.variadic()
        && arguments.quantifier() == Call.Quantifier.NONE;
  }

  private Expression constant(
      QualifiedName name, Call.Arguments arguments, int start, int position) {
    List<Expression> modifiers = new ArrayList<>();
    for (Call.Argument argument : arguments.list()) {
      if (argument.name() != null) {
        throw tokens.error("type modifier cannot have parameter name", argument.position());
      }
      modifiers.add(argument.value());
    }
    if (!arguments.orderBy().isEmpty()) {
      throw tokens.error("type modifier cannot have ORDER BY", start);
    }
    return grammar.types().constant(name, List.copyOf(modifiers), position);
  }

  /** Returns a call by name and arguments only. */
  Expression application() {
    int position = tokens.position();
    QualifiedName name = names.functionName();
    return new Call.Function(name, arguments(), Call.Clauses.NONE, position);
  }

  /** Returns a call without FILTER and OVER, or a function of a keyword. */
  Expression windowless() {
    int position = tokens.position();
    Expression special = grammar.expressions().keywordFunction();
    if (special != null) {
      return special;
    }
    QualifiedName name = names.functionName();
    return new Call.Function(name, arguments(), Call.Clauses.NONE, position);
  }

  private Call.Arguments arguments() {
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    if (tokens.accept(TokenKind.RIGHT_PARENTHESIS)) {
      return Call.Arguments.NONE;
    }
    if (tokens.accept(TokenKind.STAR)) {
      tokens.expect(TokenKind.RIGHT_PARENTHESIS);
      return new Call.Arguments(List.of(), Call.Quantifier.NONE, true, false, List.of());
    }
    tokens.enter();
    Call.Quantifier quantifier = quantifier();
    List<Call.Argument> list = new ArrayList<>();
    boolean variadic = false;
    do {
      variadic = quantifier == Call.Quantifier.NONE && tokens.accept(Keyword.VARIADIC);
      list.add(argument());
    } while (!variadic && tokens.accept(TokenKind.COMMA));
    List<SortKey> orderBy = grammar.clauses().optionalOrderBy();
    tokens.leave();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return new Call.Arguments(List.copyOf(list), quantifier, false, variadic, orderBy);
  }

  private Call.Quantifier quantifier() {
    if (tokens.accept(Keyword.ALL)) {
      return Call.Quantifier.ALL;
    }
    return tokens.accept(Keyword.DISTINCT) ? Call.Quantifier.DISTINCT : Call.Quantifier.NONE;
  }

  /** Returns an argument, maybe with its name before it. */
  Call.Argument argument() {
    int position = tokens.position();
    if (names.isFunction(0)
        && (tokens.at(1, TokenKind.COLON_EQUALS) || tokens.at(1, TokenKind.EQUALS_GREATER))) {
      String name = names.function();
      tokens.advance();
      return new Call.Argument(name, grammar.expression(), position);
    }
    return new Call.Argument(null, grammar.expression(), position);
  }

  private Call.Clauses clauses(Call.Arguments arguments) {
    if (!tokens.at(Keyword.WITHIN) && !tokens.at(Keyword.FILTER) && !tokens.at(Keyword.OVER)) {
      return Call.Clauses.NONE;
    }
    tokens.enter();
    List<SortKey> withinGroup = List.of();
    Expression filter = null;
    if (tokens.at(Keyword.WITHIN)) {
      withinGroup = withinGroup(arguments);
    }
    if (tokens.accept(Keyword.FILTER)) {
      tokens.expect(TokenKind.LEFT_PARENTHESIS);
      tokens.expect(Keyword.WHERE);
      filter = grammar.expression();
      tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    }
    Call.Over over = tokens.at(Keyword.OVER) ? over() : null;
    tokens.leave();
    return new Call.Clauses(withinGroup, filter, over);
  }

  private List<SortKey> withinGroup(Call.Arguments arguments) {
    int position = tokens.position();
    tokens.advance();
    tokens.expect(Keyword.GROUP);
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    List<SortKey> keys = grammar.clauses().orderBy();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    ColonnadeException conflict = conflict(arguments, position);
    if (conflict != null) {
      throw conflict;
    }
    return keys;
  }

  private @Nullable ColonnadeException conflict(Call.Arguments arguments, int position) {
    if (!arguments.orderBy().isEmpty()) {
      return tokens.error("cannot use multiple ORDER BY clauses with WITHIN GROUP", position);
    }
    if (arguments.quantifier() == Call.Quantifier.DISTINCT) {
      return tokens.error("cannot use DISTINCT with WITHIN GROUP", position);
    }
    return arguments.variadic()
        ? tokens.error("cannot use VARIADIC with WITHIN GROUP", position)
        : null;
  }

  private Call.Over over() {
    tokens.advance();
    int position = tokens.position();
    if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      Window.Specification specification = grammar.clauses().window();
      return new Call.Over(null, specification, position);
    }
    return new Call.Over(names.column(), null, position);
  }
}
