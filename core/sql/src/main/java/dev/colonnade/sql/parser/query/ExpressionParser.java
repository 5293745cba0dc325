package dev.colonnade.sql.parser.query;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.OperatorParser;
import dev.colonnade.sql.parser.token.Precedence;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of expressions: operators by precedence climbing. */
final class ExpressionParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final OperatorParser operators;
  private final PredicateParser predicates;
  private final PrimaryParser primaries;

  ExpressionParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.operators = grammar.operators();
    this.predicates = new PredicateParser(grammar, this);
    this.primaries = new PrimaryParser(grammar);
  }

  Expression parse() {
    return parse(Precedence.OR);
  }

  /** Returns an expression of operators that bind at least as tightly as a precedence. */
  Expression parse(int lowest) {
    tokens.enter();
    Expression result = continued(operand(), lowest);
    tokens.leave();
    return result;
  }

  /** Returns an expression of a select list: a keyword at its end may be a label. */
  Expression parseItem() {
    tokens.enter();
    Expression result = continued(operand(), Precedence.OR, true);
    tokens.leave();
    return result;
  }

  Expression parseRestricted() {
    return restricted(Precedence.OR);
  }

  /** Returns the expression that a first operand begins. */
  Expression continued(Expression first, int lowest) {
    return continued(first, lowest, false);
  }

  private Expression continued(Expression first, int lowest, boolean isItem) {
    Expression left = first;
    int last = Precedence.NONE;
    int precedence = Precedence.of(tokens);
    while (precedence != Precedence.NONE && precedence >= lowest && !(isItem && isLabel())) {
      if (precedence == last) {
        throw tokens.unexpected();
      }
      left = step(left, precedence, isItem);
      last = isOpen(left) ? precedence : Precedence.NONE;
      precedence = Precedence.of(tokens);
    }
    return left;
  }

  /** Returns whether an expression ends with the operand of an operator that is not associative. */
  private static boolean isOpen(Expression left) {
    return switch (left) {
      case Operation.Binary binary -> isComparison(binary.operator());
      case Predicate.IsDistinct _ -> true;
      case Predicate.Between _ -> true;
      case Predicate.Like _ -> true;
      default -> false;
    };
  }

  private static boolean isComparison(OperatorName operator) {
    return switch (operator.symbol()) {
      case "<", ">", "=", "<=", ">=", "<>" -> operator.schema().isEmpty();
      default -> false;
    };
  }

  private Expression step(Expression left, int precedence, boolean isItem) {
    int position = tokens.position();
    return switch (precedence) {
      case Precedence.OR -> new Operation.Or(operands(left, Keyword.OR, isItem), position);
      case Precedence.AND -> new Operation.And(operands(left, Keyword.AND, isItem), position);
      case Precedence.IS, Precedence.PATTERN -> predicates.parse(left);
      case Precedence.AT -> atTimeZone(left);
      case Precedence.COLLATE -> collate(left);
      case Precedence.CAST -> cast(left);
      default -> binary(left, precedence);
    };
  }

  private List<Expression> operands(Expression first, Keyword keyword, boolean isItem) {
    List<Expression> operands = new ArrayList<>();
    operands.add(first);
    while (tokens.at(keyword) && !(isItem && isLabel())) {
      tokens.advance();
      operands.add(parse(keyword == Keyword.OR ? Precedence.AND : Precedence.NOT));
    }
    return List.copyOf(operands);
  }

  private Expression binary(Expression left, int precedence) {
    int position = tokens.position();
    OperatorName operator = operators.qualified();
    if (predicates.isQuantifier()) {
      return predicates.quantified(left, operator, position);
    }
    Expression right = parse(precedence + 1);
    return new Operation.Binary(operator, left, right, position);
  }

  private Expression atTimeZone(Expression left) {
    int position = tokens.position();
    tokens.advance();
    tokens.expect(Keyword.TIME, Keyword.ZONE);
    return new Operation.AtTimeZone(left, parse(Precedence.AT + 1), position);
  }

  private Expression collate(Expression left) {
    int position = tokens.position();
    tokens.advance();
    return new Operation.Collate(left, grammar.names().any(), position);
  }

  private Expression cast(Expression left) {
    int position = tokens.position();
    tokens.advance();
    return new Operation.Cast(left, grammar.type(), position);
  }

  private Expression operand() {
    int position = tokens.position();
    return switch (tokens.kind()) {
      case PLUS, MINUS -> {
        boolean minus = tokens.at(TokenKind.MINUS);
        tokens.advance();
        yield signed(minus, parse(Precedence.SIGN + 1), position);
      }
      case OPERATOR -> {
        OperatorName operator = operators.qualified();
        yield new Operation.Unary(operator, parse(Precedence.OPERATOR + 1), position);
      }
      case KEYWORD -> keywordOperand(position);
      default -> primaries.parse();
    };
  }

  private static Expression signed(boolean minus, Expression operand, int position) {
    if (!minus) {
      return new Operation.Unary(OperatorName.of("+"), operand, position);
    }
    return switch (operand) {
      case Constant.IntegerConstant constant ->
          new Constant.IntegerConstant(-constant.value(), position);
      case Constant.NumericConstant constant ->
          new Constant.NumericConstant(negated(constant.text()), position);
      default -> new Operation.Unary(OperatorName.of("-"), operand, position);
    };
  }

  /** Returns a number with a sign before it. */
  Expression signedConstant() {
    int position = tokens.position();
    boolean minus = tokens.at(TokenKind.MINUS);
    tokens.advance();
    return signed(minus, primaries.parse(), position);
  }

  Expression primary() {
    return primaries.parse();
  }

  PrimaryParser primaries() {
    return primaries;
  }

  /** Returns a function of the current keyword, null if the keyword is a name. */
  @Nullable Expression keywordFunction() {
    return primaries.keywordFunction();
  }

  private static String negated(String text) {
    return text.startsWith("-") ? text.substring(1) : "-" + text;
  }

  private Expression keywordOperand(int position) {
    if (tokens.accept(Keyword.NOT)) {
      return new Operation.Not(parse(Precedence.NOT + 1), position);
    }
    if (tokens.at(Keyword.OPERATOR) && tokens.at(1, TokenKind.LEFT_PARENTHESIS)) {
      OperatorName operator = operators.qualified();
      return new Operation.Unary(operator, parse(Precedence.OPERATOR + 1), position);
    }
    if (tokens.accept(Keyword.DEFAULT)) {
      return new Reference.DefaultValue(position);
    }
    if (tokens.accept(Keyword.UNIQUE)) {
      predicates.uniqueQuery();
      throw tokens.error(
          ErrorCode.UNSUPPORTED, "UNIQUE predicate is not yet implemented", position);
    }
    return primaries.parse();
  }

  private Expression restricted(int lowest) {
    tokens.enter();
    Expression left = restrictedOperand();
    int last = Precedence.NONE;
    while (true) {
      int precedence = restrictedPrecedence();
      if (precedence < lowest || precedence == Precedence.NONE) {
        tokens.leave();
        return left;
      }
      if (precedence == last) {
        throw tokens.unexpected();
      }
      left = restrictedStep(left, precedence);
      last = isOpen(left) ? precedence : Precedence.NONE;
    }
  }

  private int restrictedPrecedence() {
    int precedence = Precedence.of(tokens);
    return switch (precedence) {
      case Precedence.OR, Precedence.AND, Precedence.PATTERN -> Precedence.NONE;
      case Precedence.AT, Precedence.COLLATE -> Precedence.NONE;
      case Precedence.IS -> tokens.at(Keyword.IS) ? precedence : Precedence.NONE;
      default -> precedence;
    };
  }

  private Expression restrictedStep(Expression left, int precedence) {
    if (precedence == Precedence.CAST) {
      return cast(left);
    }
    if (precedence == Precedence.IS) {
      return predicates.restrictedIs(left, () -> restricted(Precedence.IS + 1));
    }
    int position = tokens.position();
    OperatorName operator = operators.qualified();
    Expression right = restricted(precedence + 1);
    return new Operation.Binary(operator, left, right, position);
  }

  private Expression restrictedOperand() {
    int position = tokens.position();
    if (tokens.at(TokenKind.PLUS) || tokens.at(TokenKind.MINUS)) {
      boolean minus = tokens.at(TokenKind.MINUS);
      tokens.advance();
      return signed(minus, restricted(Precedence.SIGN + 1), position);
    }
    if (tokens.at(TokenKind.OPERATOR)
        || (tokens.at(Keyword.OPERATOR) && tokens.at(1, TokenKind.LEFT_PARENTHESIS))) {
      OperatorName operator = operators.qualified();
      return new Operation.Unary(operator, restricted(Precedence.OPERATOR + 1), position);
    }
    return primaries.parse();
  }

  /** Returns whether the current keyword is a label, since no operand can follow it. */
  private boolean isLabel() {
    Keyword keyword = tokens.keyword();
    if (keyword == null || !keyword.isBareLabel()) {
      return false;
    }
    return switch (tokens.kind(1)) {
      case END, SEMICOLON, COMMA, RIGHT_PARENTHESIS -> true;
      case KEYWORD -> isItemEnd();
      default -> false;
    };
  }

  private boolean isItemEnd() {
    Keyword next = tokens.keyword(1);
    if (next == null) {
      return false;
    }
    return switch (next) {
      case FROM, INTO, WHERE, GROUP, HAVING, WINDOW, UNION, INTERSECT, EXCEPT, ORDER, LIMIT -> true;
      case OFFSET, FETCH, FOR, ON, RETURNING, WITH -> true;
      default -> false;
    };
  }
}
