package dev.colonnade.sql.parser.query;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of types, and of constants with their type before them. */
final class TypeParser {
  private static final String CATALOG = "pg_catalog";

  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;

  TypeParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
  }

  /** Returns a type with the dimensions of an array. */
  TypeName parse() {
    int position = tokens.position();
    boolean setOf = tokens.accept(Keyword.SETOF);
    TypeName type = simple();
    List<Integer> bounds = bounds();
    return bounds.isEmpty() && !setOf
        ? type
        : type.withArray(new TypeName.Array(bounds, setOf, false), position);
  }

  private List<Integer> bounds() {
    if (tokens.accept(Keyword.ARRAY)) {
      if (!tokens.accept(TokenKind.LEFT_BRACKET)) {
        return List.of(-1);
      }
      int bound = tokens.integer();
      tokens.expect(TokenKind.RIGHT_BRACKET);
      return List.of(bound);
    }
    if (!tokens.at(TokenKind.LEFT_BRACKET)) {
      return List.of();
    }
    List<Integer> bounds = new ArrayList<>();
    while (tokens.accept(TokenKind.LEFT_BRACKET)) {
      bounds.add(tokens.at(TokenKind.RIGHT_BRACKET) ? -1 : tokens.integer());
      tokens.expect(TokenKind.RIGHT_BRACKET);
    }
    return List.copyOf(bounds);
  }

  /** Returns a type without dimensions of an array. */
  TypeName simple() {
    int position = tokens.position();
    Keyword keyword = tokens.keyword();
    TypeName type = keyword == null ? null : keywordType(keyword, position);
    if (type != null) {
      return type;
    }
    List<String> parts = names.attributes(names.function());
    QualifiedName name = new QualifiedName(parts, position);
    return type(name, optionalModifiers(), position);
  }

  /** Returns a constant of the type that the current keyword begins, null if it begins none. */
  @Nullable Expression keywordConstant(Keyword keyword) {
    int position = tokens.position();
    if (!isConstantType(keyword)) {
      return null;
    }
    if (keyword == Keyword.INTERVAL) {
      return interval(position);
    }
    TypeName type = keywordType(keyword, position);
    return type == null ? null : ofString(type);
  }

  private boolean isConstantType(Keyword keyword) {
    boolean isString = tokens.at(1, TokenKind.STRING);
    boolean hasModifiers = tokens.at(1, TokenKind.LEFT_PARENTHESIS);
    return switch (keyword) {
      case INT, INTEGER, SMALLINT, BIGINT, REAL, BOOLEAN -> isString;
      case FLOAT, DECIMAL, DEC, NUMERIC, VARCHAR, INTERVAL -> isString || hasModifiers;
      case BIT, CHARACTER, CHAR, NCHAR -> isString || hasModifiers || tokens.at(1, Keyword.VARYING);
      case DOUBLE -> tokens.at(1, Keyword.PRECISION);
      case NATIONAL -> tokens.at(1, Keyword.CHARACTER) || tokens.at(1, Keyword.CHAR);
      case TIME, TIMESTAMP ->
          isString
              || hasModifiers
              || tokens.at(1, Keyword.WITHOUT)
              || (tokens.at(1, Keyword.WITH) && tokens.at(2, Keyword.TIME));
      default -> false;
    };
  }

  /** Returns a constant at its string. */
  Expression constant(QualifiedName name, List<Expression> modifiers, int position) {
    return ofString(type(name, modifiers, position));
  }

  /** Returns the constant of the current string, whose position errors report. */
  private Constant.TypedConstant ofString(TypeName type) {
    int position = tokens.position();
    return new Constant.TypedConstant(type, tokens.string(), position);
  }

  private Expression interval(int position) {
    tokens.advance();
    QualifiedName name = catalog("interval", position);
    if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      return constant(name, List.of(precision()), position);
    }
    int start = tokens.position();
    String value = tokens.string();
    return new Constant.TypedConstant(intervalFields(name, position), value, start);
  }

  private TypeName intervalFields(QualifiedName name, int position) {
    StringBuilder fields = new StringBuilder();
    List<Expression> modifiers = List.of();
    Keyword from = tokens.keyword();
    if (from == null || !isIntervalField(from)) {
      return type(name, List.of(), position);
    }
    tokens.advance();
    fields.append(from.name());
    Keyword last = from;
    if (from != Keyword.SECOND && from != Keyword.MONTH && isRange(from)) {
      tokens.expect(Keyword.TO);
      last = intervalEnd(from);
      fields.append(" TO ").append(last.name());
    }
    if (last == Keyword.SECOND && tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      modifiers = List.of(precision());
    }
    return new TypeName(name, modifiers, fields.toString(), TypeName.Array.NONE, position);
  }

  private boolean isRange(Keyword from) {
    return tokens.at(Keyword.TO) && from != Keyword.SECOND;
  }

  private static boolean isIntervalField(Keyword keyword) {
    return switch (keyword) {
      case YEAR, MONTH, DAY, HOUR, MINUTE, SECOND -> true;
      default -> false;
    };
  }

  private Keyword intervalEnd(Keyword from) {
    Keyword last = tokens.keyword();
    boolean accepted =
        last != null
            && switch (from) {
              case YEAR -> last == Keyword.MONTH;
              case DAY -> last == Keyword.HOUR || last == Keyword.MINUTE || last == Keyword.SECOND;
              case HOUR -> last == Keyword.MINUTE || last == Keyword.SECOND;
              default -> last == Keyword.SECOND;
            };
    if (last == null || !accepted) {
      throw tokens.unexpected();
    }
    tokens.advance();
    return last;
  }

  private @Nullable TypeName keywordType(Keyword keyword, int position) {
    String simple =
        switch (keyword) {
          case INT, INTEGER -> "int4";
          case SMALLINT -> "int2";
          case BIGINT -> "int8";
          case REAL -> "float4";
          case BOOLEAN -> "bool";
          default -> null;
        };
    if (simple != null) {
      tokens.advance();
      return type(catalog(simple, position), List.of(), position);
    }
    return switch (keyword) {
      case DOUBLE -> doublePrecision(position);
      case FLOAT -> floatType(position);
      case DECIMAL, DEC, NUMERIC -> {
        tokens.advance();
        yield type(catalog("numeric", position), optionalModifiers(), position);
      }
      case BIT -> bit(position);
      case CHARACTER, CHAR, NCHAR, NATIONAL, VARCHAR -> character(keyword, position);
      case TIME, TIMESTAMP -> time(keyword, position);
      case INTERVAL -> intervalType(position);
      default -> null;
    };
  }

  private @Nullable TypeName doublePrecision(int position) {
    if (!tokens.at(1, Keyword.PRECISION)) {
      return null;
    }
    tokens.advance(2);
    return type(catalog("float8", position), List.of(), position);
  }

  private TypeName floatType(int position) {
    tokens.advance();
    String name = "float8";
    if (tokens.accept(TokenKind.LEFT_PARENTHESIS)) {
      int start = tokens.position();
      int bits = tokens.integer();
      tokens.expect(TokenKind.RIGHT_PARENTHESIS);
      if (bits < 1) {
        throw tokens.error(
            ErrorCode.INVALID_ARGUMENT, "precision for type float must be at least 1 bit", start);
      }
      if (bits > 53) {
        throw tokens.error(
            ErrorCode.INVALID_ARGUMENT,
            "precision for type float must be less than 54 bits",
            start);
      }
      name = bits <= 24 ? "float4" : "float8";
    }
    return type(catalog(name, position), List.of(), position);
  }

  private TypeName bit(int position) {
    tokens.advance();
    boolean varying = tokens.accept(Keyword.VARYING);
    List<Expression> modifiers = optionalModifiers();
    if (modifiers.isEmpty() && !varying) {
      modifiers = List.of(new Constant.IntegerConstant(1, position));
    }
    return type(catalog(varying ? "varbit" : "bit", position), modifiers, position);
  }

  private TypeName character(Keyword keyword, int position) {
    tokens.advance();
    if (keyword == Keyword.NATIONAL && !tokens.accept(Keyword.CHARACTER)) {
      tokens.expect(Keyword.CHAR);
    }
    boolean varying = keyword == Keyword.VARCHAR || tokens.accept(Keyword.VARYING);
    List<Expression> modifiers;
    if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      modifiers = List.of(precision());
    } else if (varying) {
      modifiers = List.of();
    } else {
      modifiers = List.of(new Constant.IntegerConstant(1, position));
    }
    return type(catalog(varying ? "varchar" : "bpchar", position), modifiers, position);
  }

  private TypeName time(Keyword keyword, int position) {
    tokens.advance();
    List<Expression> modifiers =
        tokens.at(TokenKind.LEFT_PARENTHESIS) ? List.of(precision()) : List.of();
    String name = keyword.word();
    if (tokens.at(Keyword.WITH, Keyword.TIME)) {
      tokens.advance(2);
      tokens.expect(Keyword.ZONE);
      name = name + "tz";
    } else if (tokens.accept(Keyword.WITHOUT)) {
      tokens.expect(Keyword.TIME, Keyword.ZONE);
    }
    return type(catalog(name, position), modifiers, position);
  }

  private TypeName intervalType(int position) {
    tokens.advance();
    QualifiedName name = catalog("interval", position);
    return tokens.at(TokenKind.LEFT_PARENTHESIS)
        ? type(name, List.of(precision()), position)
        : intervalFields(name, position);
  }

  private Expression precision() {
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    int position = tokens.position();
    Expression precision = new Constant.IntegerConstant(tokens.integer(), position);
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return precision;
  }

  private List<Expression> optionalModifiers() {
    if (!tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      return List.of();
    }
    tokens.enter();
    List<Expression> modifiers = tokens.parenthesized(grammar::expression);
    tokens.leave();
    return modifiers;
  }

  private static QualifiedName catalog(String name, int position) {
    return new QualifiedName(List.of(CATALOG, name), position);
  }

  private static TypeName type(QualifiedName name, List<Expression> modifiers, int position) {
    return new TypeName(name, modifiers, null, TypeName.Array.NONE, position);
  }
}
