package dev.colonnade.sql.parser.definition;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.Statement;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.IndexDefinition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;
import dev.colonnade.sql.syntax.definition.SchemaDefinition;
import dev.colonnade.sql.syntax.definition.SequenceDefinition;
import dev.colonnade.sql.syntax.definition.TableDefinition;
import dev.colonnade.sql.syntax.definition.TableDefinition.NewTable;
import dev.colonnade.sql.syntax.definition.TableDefinition.Persistence;
import dev.colonnade.sql.syntax.definition.UnsupportedDefinition;
import dev.colonnade.sql.syntax.definition.ViewDefinition;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of CREATE. */
final class CreateParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;
  private final SequenceParser sequences;
  private final ConstraintParser constraints;
  private final TableParser tables;
  private final TypeDefinitionParser types;
  private final RoleParser roles;
  private final PrivilegeParser privileges;
  private final PolicyParser policies;

  CreateParser(DefinitionParser parser) {
    this.grammar = parser.grammar();
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = parser.options();
    this.sequences = parser.elements().sequences();
    this.constraints = parser.constraints();
    this.tables = parser.tables();
    this.types = parser.types();
    this.roles = parser.roles();
    this.privileges = parser.privileges();
    this.policies = new PolicyParser(grammar, options);
  }

  Definition parse() {
    int position = tokens.position();
    tokens.expect(Keyword.CREATE);
    boolean replace = tokens.at(Keyword.OR);
    if (replace) {
      tokens.expect(Keyword.OR, Keyword.REPLACE);
    }
    Persistence persistence = persistence();
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      throw tokens.unexpected();
    }
    if (keyword == Keyword.VIEW || keyword == Keyword.RECURSIVE) {
      return view(replace, persistence, position);
    }
    if (replace) {
      return unsupported(position, true);
    }
    return switch (keyword) {
      case TABLE -> {
        tokens.advance();
        yield tables.create(persistence, position);
      }
      case SEQUENCE -> sequence(persistence, position);
      case MATERIALIZED -> materializedView(persistence, position);
      default -> {
        if (persistence != Persistence.PERMANENT) {
          throw tokens.unexpected();
        }
        yield other(keyword, position);
      }
    };
  }

  private Persistence persistence() {
    if (tokens.at(Keyword.LOCAL) || tokens.at(Keyword.GLOBAL)) {
      tokens.advance();
      if (!tokens.accept(Keyword.TEMPORARY)) {
        tokens.expect(Keyword.TEMP);
      }
      return Persistence.TEMPORARY;
    }
    if (tokens.accept(Keyword.TEMPORARY) || tokens.accept(Keyword.TEMP)) {
      return Persistence.TEMPORARY;
    }
    return tokens.accept(Keyword.UNLOGGED) ? Persistence.UNLOGGED : Persistence.PERMANENT;
  }

  private Definition other(Keyword keyword, int position) {
    return switch (keyword) {
      case UNIQUE, INDEX -> index(position);
      case POLICY -> {
        tokens.advance();
        yield policies.create(position);
      }
      case SCHEMA -> schema(position);
      case DATABASE -> database(position);
      case TYPE -> {
        tokens.advance();
        yield types.create(position);
      }
      case DOMAIN -> {
        tokens.advance();
        yield types.createDomain(position);
      }
      case ROLE, GROUP -> {
        tokens.advance();
        yield roles.create(keyword.name(), position);
      }
      case USER -> {
        tokens.advance();
        yield tokens.at(Keyword.MAPPING) && (tokens.at(1, Keyword.FOR) || tokens.at(1, Keyword.IF))
            ? rest("CREATE USER MAPPING", position)
            : roles.create(keyword.name(), position);
      }
      case EXTENSION -> extension(position);
      default -> unsupported(position, false);
    };
  }

  private Definition sequence(Persistence persistence, int position) {
    tokens.advance();
    boolean ifNotExists = options.ifNotExists();
    NewTable name = new NewTable(names.relation(), persistence, ifNotExists);
    return new SequenceDefinition.CreateSequence(name, sequences.all(), position);
  }

  private Definition view(boolean replace, Persistence persistence, int position) {
    boolean recursive = tokens.accept(Keyword.RECURSIVE);
    tokens.expect(Keyword.VIEW);
    QualifiedName name = names.relation();
    List<String> columns =
        recursive ? tokens.parenthesized(names::column) : names.optionalColumns();
    List<Option> with = tokens.accept(Keyword.WITH) ? options.options() : List.of();
    tokens.expect(Keyword.AS);
    int begin = tokens.position();
    Query query = grammar.statementQuery();
    ViewDefinition.Span span = new ViewDefinition.Span(begin, tokens.previousEnd());
    int start = tokens.position();
    ViewDefinition.CheckOption check = checkOption();
    if (recursive && check != ViewDefinition.CheckOption.NONE) {
      throw tokens.error(
          ErrorCode.UNSUPPORTED, "WITH CHECK OPTION not supported on recursive views", start);
    }
    if (persistence == Persistence.UNLOGGED) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "views cannot be unlogged because they do not have storage");
    }
    boolean temporary = persistence == Persistence.TEMPORARY;
    ViewDefinition.NewView view = new ViewDefinition.NewView(name, replace, temporary, recursive);
    return new ViewDefinition.CreateView(view, columns, with, query, span, check, position);
  }

  private ViewDefinition.CheckOption checkOption() {
    if (!tokens.accept(Keyword.WITH)) {
      return ViewDefinition.CheckOption.NONE;
    }
    boolean local = tokens.accept(Keyword.LOCAL);
    if (!local) {
      tokens.accept(Keyword.CASCADED);
    }
    tokens.expect(Keyword.CHECK, Keyword.OPTION);
    return local ? ViewDefinition.CheckOption.LOCAL : ViewDefinition.CheckOption.CASCADED;
  }

  private Definition materializedView(Persistence persistence, int position) {
    if (persistence == Persistence.TEMPORARY) {
      throw tokens.unexpected();
    }
    tokens.advance();
    tokens.expect(Keyword.VIEW);
    boolean ifNotExists = options.ifNotExists();
    NewTable name = new NewTable(names.relation(), persistence, ifNotExists);
    List<String> columns = names.optionalColumns();
    String method = tokens.accept(Keyword.USING) ? names.column() : null;
    List<Option> with = tokens.accept(Keyword.WITH) ? options.options() : List.of();
    String tablespace = tokens.accept(Keyword.TABLESPACE) ? names.column() : null;
    TableDefinition.Storage storage =
        new TableDefinition.Storage(method, with, TableDefinition.OnCommit.NONE, tablespace);
    tokens.expect(Keyword.AS);
    Query query = grammar.statementQuery();
    return new ViewDefinition.CreateMaterializedView(
        name, columns, storage, query, tables.withData(), position);
  }

  private Definition index(int position) {
    boolean unique = tokens.accept(Keyword.UNIQUE);
    tokens.expect(Keyword.INDEX);
    boolean concurrently = tokens.accept(Keyword.CONCURRENTLY);
    boolean ifNotExists = options.ifNotExists();
    String name = ifNotExists || !tokens.at(Keyword.ON) ? names.column() : null;
    tokens.expect(Keyword.ON);
    FromItem.Relation table = grammar.relation();
    String method = tokens.accept(Keyword.USING) ? names.column() : null;
    List<Change.IndexElement> elements = tokens.parenthesized(grammar::indexElement);
    return new IndexDefinition.CreateIndex(
        new IndexDefinition.NewIndex(name, unique, concurrently, ifNotExists),
        table,
        method,
        elements,
        indexClauses(),
        position);
  }

  private IndexDefinition.IndexClauses indexClauses() {
    List<Change.IndexElement> include =
        tokens.accept(Keyword.INCLUDE) ? tokens.parenthesized(grammar::indexElement) : List.of();
    boolean nullsDistinct = constraints.nullsDistinct();
    List<Option> with = tokens.accept(Keyword.WITH) ? options.options() : List.of();
    String tablespace = tokens.accept(Keyword.TABLESPACE) ? names.column() : null;
    Expression predicate = tokens.accept(Keyword.WHERE) ? grammar.expression() : null;
    return new IndexDefinition.IndexClauses(include, nullsDistinct, with, tablespace, predicate);
  }

  private Definition schema(int position) {
    tokens.advance();
    boolean ifNotExists = options.ifNotExists();
    String name = tokens.at(Keyword.AUTHORIZATION) ? null : names.column();
    RoleName owner = tokens.accept(Keyword.AUTHORIZATION) ? options.role() : null;
    int start = tokens.position();
    List<Statement> elements = schemaElements();
    if (ifNotExists && !elements.isEmpty()) {
      throw tokens.error(
          ErrorCode.UNSUPPORTED,
          "CREATE SCHEMA IF NOT EXISTS cannot include schema elements",
          start);
    }
    return new SchemaDefinition.CreateSchema(name, owner, ifNotExists, elements, position);
  }

  private List<Statement> schemaElements() {
    List<Statement> elements = new ArrayList<>();
    while (tokens.at(Keyword.CREATE) || tokens.at(Keyword.GRANT)) {
      if (tokens.at(Keyword.GRANT)) {
        elements.add(privileges.grant(tokens.position()));
      } else {
        requireSchemaElement();
        elements.add(parse());
      }
    }
    return List.copyOf(elements);
  }

  private void requireSchemaElement() {
    int ahead = tokens.at(1, Keyword.OR) ? 3 : 1;
    Keyword keyword = tokens.keyword(ahead);
    boolean accepted =
        switch (keyword) {
          case TABLE, VIEW, INDEX, UNIQUE, SEQUENCE, TRIGGER, CONSTRAINT, RECURSIVE -> true;
          case TEMPORARY, TEMP, LOCAL, GLOBAL, UNLOGGED -> true;
          case null, default -> false;
        };
    if (!accepted) {
      tokens.advance(ahead);
      throw tokens.unexpected();
    }
  }

  private Definition database(int position) {
    tokens.advance();
    String name = names.column();
    tokens.accept(Keyword.WITH);
    return new SchemaDefinition.CreateDatabase(name, databaseOptions(), position);
  }

  /** Returns the options of a database. */
  List<Option> databaseOptions() {
    List<Option> found = new ArrayList<>();
    for (Option next = databaseOption(); next != null; next = databaseOption()) {
      found.add(next);
    }
    return List.copyOf(found);
  }

  private @Nullable Option databaseOption() {
    int position = tokens.position();
    String name;
    if (tokens.accept(Keyword.CONNECTION)) {
      tokens.expect(Keyword.LIMIT);
      name = "connection_limit";
    } else if (isDatabaseOption()) {
      name = tokens.value();
      tokens.advance();
    } else {
      return null;
    }
    tokens.accept(TokenKind.EQUALS);
    if (tokens.accept(Keyword.DEFAULT)) {
      return new Option(name, null, position);
    }
    return new Option(name, options.numberOrWord(), position);
  }

  private boolean isDatabaseOption() {
    return tokens.at(TokenKind.IDENTIFIER)
        || tokens.at(Keyword.ENCODING)
        || tokens.at(Keyword.LOCATION)
        || tokens.at(Keyword.OWNER)
        || tokens.at(Keyword.TABLESPACE)
        || tokens.at(Keyword.TEMPLATE);
  }

  private Definition extension(int position) {
    tokens.advance();
    boolean ifNotExists = options.ifNotExists();
    String name = names.column();
    tokens.accept(Keyword.WITH);
    List<Option> found = new ArrayList<>();
    for (Option next = extensionOption(); next != null; next = extensionOption()) {
      found.add(next);
    }
    return new ObjectDefinition.CreateExtension(name, ifNotExists, List.copyOf(found), position);
  }

  private @Nullable Option extensionOption() {
    int position = tokens.position();
    if (tokens.accept(Keyword.SCHEMA)) {
      return new Option("schema", names.column(), position);
    }
    if (tokens.accept(Keyword.VERSION)) {
      return new Option("new_version", names.wordOrString(), position);
    }
    if (tokens.accept(Keyword.CASCADE)) {
      return new Option("cascade", null, position);
    }
    if (tokens.accept(Keyword.FROM)) {
      names.wordOrString();
      throw tokens.error(
          ErrorCode.UNSUPPORTED, "CREATE EXTENSION ... FROM is no longer supported", position);
    }
    return null;
  }

  private Definition unsupported(int position, boolean replace) {
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      throw tokens.unexpected();
    }
    String name =
        switch (keyword) {
          case FUNCTION, PROCEDURE, AGGREGATE, TRIGGER, RULE, TRANSFORM, LANGUAGE -> keyword.name();
          case TRUSTED, PROCEDURAL -> "LANGUAGE";
          case CONSTRAINT -> "CONSTRAINT TRIGGER";
          default -> replace ? null : unsupportedName(keyword);
        };
    if (name == null) {
      throw tokens.unexpected();
    }
    tokens.advance();
    return rest("CREATE " + name, position);
  }

  private @Nullable String unsupportedName(Keyword keyword) {
    return switch (keyword) {
      case ACCESS -> "ACCESS METHOD";
      case ASSERTION, CAST, COLLATION, CONVERSION, OPERATOR, PUBLICATION, SERVER -> keyword.name();
      case STATISTICS, SUBSCRIPTION, TABLESPACE -> keyword.name();
      case DEFAULT -> "CONVERSION";
      case EVENT -> "EVENT TRIGGER";
      case FOREIGN -> tokens.at(1, Keyword.DATA) ? "FOREIGN DATA WRAPPER" : "FOREIGN TABLE";
      case TEXT -> "TEXT SEARCH";
      default -> null;
    };
  }

  private Definition rest(String name, int position) {
    if (tokens.at(TokenKind.END) || tokens.at(TokenKind.SEMICOLON)) {
      throw tokens.unexpected();
    }
    return new UnsupportedDefinition(name, options.rest(position), position);
  }
}
