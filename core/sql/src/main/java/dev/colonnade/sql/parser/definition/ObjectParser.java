package dev.colonnade.sql.parser.definition;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of objects by kind and name, as DROP, COMMENT and ALTER have them. */
final class ObjectParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;

  ObjectParser(QueryGrammar grammar, OptionParser options) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = options;
  }

  /** Returns the kind of object at the current token and steps over it, null if there is none. */
  @Nullable ObjectKind kind() {
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return null;
    }
    tokens.advance();
    return switch (keyword) {
      case ACCESS -> then(Keyword.METHOD, ObjectKind.ACCESS_METHOD);
      case AGGREGATE -> ObjectKind.AGGREGATE;
      case CAST -> ObjectKind.CAST;
      case COLLATION -> ObjectKind.COLLATION;
      case COLUMN -> ObjectKind.COLUMN;
      case CONSTRAINT -> ObjectKind.CONSTRAINT;
      case CONVERSION -> ObjectKind.CONVERSION;
      case DATABASE -> ObjectKind.DATABASE;
      case DOMAIN -> ObjectKind.DOMAIN;
      case EVENT -> then(Keyword.TRIGGER, ObjectKind.EVENT_TRIGGER);
      case EXTENSION -> ObjectKind.EXTENSION;
      case FOREIGN -> foreign();
      case FUNCTION -> ObjectKind.FUNCTION;
      case INDEX -> ObjectKind.INDEX;
      case PROCEDURAL -> then(Keyword.LANGUAGE, ObjectKind.LANGUAGE);
      case LANGUAGE -> ObjectKind.LANGUAGE;
      case LARGE -> then(Keyword.OBJECT, ObjectKind.LARGE_OBJECT);
      case MATERIALIZED -> then(Keyword.VIEW, ObjectKind.MATERIALIZED_VIEW);
      case OPERATOR -> operator();
      case POLICY -> ObjectKind.POLICY;
      case PROCEDURE -> ObjectKind.PROCEDURE;
      case PUBLICATION -> ObjectKind.PUBLICATION;
      case ROLE -> ObjectKind.ROLE;
      case ROUTINE -> ObjectKind.ROUTINE;
      case RULE -> ObjectKind.RULE;
      case SCHEMA -> ObjectKind.SCHEMA;
      case SEQUENCE -> ObjectKind.SEQUENCE;
      case SERVER -> ObjectKind.SERVER;
      case STATISTICS -> ObjectKind.STATISTICS;
      case SUBSCRIPTION -> ObjectKind.SUBSCRIPTION;
      case TABLE -> ObjectKind.TABLE;
      case TABLESPACE -> ObjectKind.TABLESPACE;
      case TEXT -> textSearch();
      case TRANSFORM -> ObjectKind.TRANSFORM;
      case TRIGGER -> ObjectKind.TRIGGER;
      case TYPE -> ObjectKind.TYPE;
      case VIEW -> ObjectKind.VIEW;
      default -> {
        tokens.reset(tokens.index() - 1);
        yield null;
      }
    };
  }

  private ObjectKind then(Keyword keyword, ObjectKind kind) {
    tokens.expect(keyword);
    return kind;
  }

  private ObjectKind foreign() {
    if (tokens.accept(Keyword.TABLE)) {
      return ObjectKind.FOREIGN_TABLE;
    }
    tokens.expect(Keyword.DATA, Keyword.WRAPPER);
    return ObjectKind.FOREIGN_DATA_WRAPPER;
  }

  private ObjectKind operator() {
    if (tokens.accept(Keyword.CLASS)) {
      return ObjectKind.OPERATOR_CLASS;
    }
    return tokens.accept(Keyword.FAMILY) ? ObjectKind.OPERATOR_FAMILY : ObjectKind.OPERATOR;
  }

  private ObjectKind textSearch() {
    tokens.expect(Keyword.SEARCH);
    if (tokens.accept(Keyword.PARSER)) {
      return ObjectKind.TEXT_SEARCH_PARSER;
    }
    if (tokens.accept(Keyword.DICTIONARY)) {
      return ObjectKind.TEXT_SEARCH_DICTIONARY;
    }
    if (tokens.accept(Keyword.TEMPLATE)) {
      return ObjectKind.TEXT_SEARCH_TEMPLATE;
    }
    tokens.expect(Keyword.CONFIGURATION);
    return ObjectKind.TEXT_SEARCH_CONFIGURATION;
  }

  /** Returns an object of a kind. */
  ObjectName name(ObjectKind kind) {
    int position = tokens.position();
    return switch (kind) {
      case ACCESS_METHOD,
          DATABASE,
          EVENT_TRIGGER,
          EXTENSION,
          FOREIGN_DATA_WRAPPER,
          LANGUAGE,
          PARAMETER,
          PUBLICATION,
          SCHEMA,
          SERVER,
          SUBSCRIPTION,
          TABLESPACE ->
          plain(kind, QualifiedName.of(names.column(), position), position);
      case ROLE -> plain(kind, QualifiedName.of(options.roleName(), position), position);
      case TABLE,
          FOREIGN_TABLE,
          INDEX,
          SEQUENCE,
          VIEW,
          MATERIALIZED_VIEW,
          COLLATION,
          CONVERSION,
          STATISTICS,
          TEXT_SEARCH_CONFIGURATION,
          TEXT_SEARCH_DICTIONARY,
          TEXT_SEARCH_PARSER,
          TEXT_SEARCH_TEMPLATE,
          COLUMN,
          DOMAIN_CONSTRAINT ->
          plain(kind, names.any(), position);
      case POLICY, RULE, TRIGGER -> onTable(kind, position);
      case CONSTRAINT -> constraint(position);
      case TYPE, DOMAIN -> plain(kind, grammar.type().name(), position);
      case FUNCTION, PROCEDURE, ROUTINE -> function(kind, position, false);
      case AGGREGATE -> function(kind, position, true);
      case OPERATOR -> operatorName(position);
      case OPERATOR_CLASS, OPERATOR_FAMILY -> {
        QualifiedName name = names.any();
        tokens.expect(Keyword.USING);
        int start = tokens.position();
        QualifiedName method = QualifiedName.of(names.column(), start);
        yield new ObjectName(kind, name, method, null, position);
      }
      case LARGE_OBJECT -> plain(kind, QualifiedName.of(options.number(), position), position);
      case CAST -> cast(position);
      case TRANSFORM -> transform(position);
      case USER_MAPPING -> userMapping(position);
    };
  }

  private static ObjectName plain(ObjectKind kind, QualifiedName name, int position) {
    return new ObjectName(kind, name, null, null, position);
  }

  private ObjectName onTable(ObjectKind kind, int position) {
    QualifiedName name = QualifiedName.of(names.column(), position);
    tokens.expect(Keyword.ON);
    return new ObjectName(kind, name, names.any(), null, position);
  }

  private ObjectName constraint(int position) {
    QualifiedName name = QualifiedName.of(names.column(), position);
    tokens.expect(Keyword.ON);
    ObjectKind kind =
        tokens.accept(Keyword.DOMAIN) ? ObjectKind.DOMAIN_CONSTRAINT : ObjectKind.CONSTRAINT;
    return new ObjectName(kind, name, names.any(), null, position);
  }

  private ObjectName function(ObjectKind kind, int position, boolean needsSignature) {
    QualifiedName name =
        tokens.at(1, TokenKind.DOT) || names.isColumn(0)
            ? names.any()
            : QualifiedName.of(names.function(), position);
    if (needsSignature && !tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      throw tokens.unexpected();
    }
    return new ObjectName(kind, name, null, optionalArguments(), position);
  }

  private @Nullable List<@Nullable TypeName> optionalArguments() {
    if (!tokens.accept(TokenKind.LEFT_PARENTHESIS)) {
      return null;
    }
    List<@Nullable TypeName> types = new ArrayList<>();
    if (!tokens.accept(TokenKind.STAR) && !tokens.at(TokenKind.RIGHT_PARENTHESIS)) {
      readParameters(types);
    }
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return types;
  }

  private void readParameters(List<@Nullable TypeName> into) {
    if (!tokens.at(Keyword.ORDER)) {
      into.addAll(tokens.list(this::parameter));
    }
    if (tokens.accept(Keyword.ORDER)) {
      tokens.expect(Keyword.BY);
      into.addAll(tokens.list(this::parameter));
    }
  }

  private TypeName parameter() {
    boolean hasMode = acceptMode();
    if (isParameterName()) {
      names.function();
      if (!hasMode) {
        acceptMode();
      }
    }
    TypeName type = grammar.type();
    if (tokens.accept(TokenKind.PERCENT)) {
      tokens.expect(Keyword.TYPE);
    }
    return type;
  }

  private boolean acceptMode() {
    if (tokens.accept(Keyword.IN)) {
      tokens.accept(Keyword.OUT);
      return true;
    }
    return tokens.accept(Keyword.OUT)
        || tokens.accept(Keyword.INOUT)
        || tokens.accept(Keyword.VARIADIC);
  }

  private boolean isParameterName() {
    if (!names.isFunction(0) || tokens.at(Keyword.DOUBLE, Keyword.PRECISION)) {
      return false;
    }
    return switch (tokens.kind(1)) {
      case IDENTIFIER -> true;
      case KEYWORD -> names.isFunction(1) || names.isColumn(1) || isMode(tokens.keyword(1));
      default -> false;
    };
  }

  private static boolean isMode(@Nullable Keyword keyword) {
    return keyword == Keyword.IN || keyword == Keyword.VARIADIC;
  }

  private ObjectName operatorName(int position) {
    OperatorName operator = grammar.operatorName();
    List<String> parts = new ArrayList<>(operator.schema());
    parts.add(operator.symbol());
    QualifiedName name = new QualifiedName(parts, position);
    List<@Nullable TypeName> operands = new ArrayList<>();
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    operands.add(operand());
    if (tokens.at(TokenKind.RIGHT_PARENTHESIS)) {
      throw tokens.error(
          "missing argument",
          "Use NONE to denote the missing argument of a unary operator.",
          tokens.position());
    }
    tokens.expect(TokenKind.COMMA);
    operands.add(operand());
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return new ObjectName(ObjectKind.OPERATOR, name, null, operands, position);
  }

  private @Nullable TypeName operand() {
    return tokens.accept(Keyword.NONE) ? null : grammar.type();
  }

  private ObjectName cast(int position) {
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    TypeName from = grammar.type();
    tokens.expect(Keyword.AS);
    TypeName to = grammar.type();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return new ObjectName(ObjectKind.CAST, from.name(), null, List.of(from, to), position);
  }

  private ObjectName transform(int position) {
    tokens.expect(Keyword.FOR);
    TypeName type = grammar.type();
    tokens.expect(Keyword.LANGUAGE);
    int start = tokens.position();
    QualifiedName language = QualifiedName.of(names.column(), start);
    return new ObjectName(ObjectKind.TRANSFORM, type.name(), language, List.of(type), position);
  }

  private ObjectName userMapping(int position) {
    tokens.expect(Keyword.FOR);
    String user = tokens.accept(Keyword.USER) ? "current_user" : options.role().name();
    tokens.expect(Keyword.SERVER);
    int start = tokens.position();
    QualifiedName server = QualifiedName.of(names.column(), start);
    return new ObjectName(
        ObjectKind.USER_MAPPING, QualifiedName.of(user, position), server, null, position);
  }
}
