package dev.colonnade.sql.parser.definition;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.AlterTable;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.sql.syntax.definition.SchemaDefinition;
import dev.colonnade.sql.syntax.definition.SequenceDefinition;
import dev.colonnade.sql.syntax.definition.SequenceDefinition.SequenceOption;
import dev.colonnade.sql.syntax.definition.UnsupportedDefinition;
import dev.colonnade.sql.syntax.query.FromItem;
import java.util.List;

/** Parser of ALTER. */
final class AlterParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;
  private final ObjectParser objects;
  private final AlterTableParser tables;
  private final DefinitionParser parser;

  AlterParser(DefinitionParser parser) {
    this.parser = parser;
    this.grammar = parser.grammar();
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = parser.options();
    this.objects = parser.objects();
    this.tables = parser.alterTables();
  }

  Definition parse() {
    int position = tokens.position();
    tokens.expect(Keyword.ALTER);
    if (tokens.accept(Keyword.DEFAULT)) {
      tokens.expect(Keyword.PRIVILEGES);
      return parser.privileges().defaults(position);
    }
    if (tokens.at(Keyword.SYSTEM)) {
      return unsupported("ALTER SYSTEM", position);
    }
    if (tokens.at(Keyword.USER, Keyword.MAPPING) && tokens.at(2, Keyword.FOR)) {
      return unsupported("ALTER USER MAPPING", position);
    }
    if (tokens.at(Keyword.ROLE) || tokens.at(Keyword.USER) || tokens.at(Keyword.GROUP)) {
      return role(position);
    }
    ObjectKind kind = objects.kind();
    if (kind == null) {
      throw tokens.unexpected();
    }
    return switch (kind) {
      case TABLE, INDEX, SEQUENCE, VIEW, MATERIALIZED_VIEW, FOREIGN_TABLE ->
          relation(kind, position);
      case TYPE, DOMAIN, DATABASE, EXTENSION -> named(kind, position);
      case COLUMN,
          CONSTRAINT,
          CAST,
          TRANSFORM,
          ACCESS_METHOD,
          DOMAIN_CONSTRAINT,
          PARAMETER,
          ROLE,
          USER_MAPPING -> {
        tokens.reset(tokens.index() - 1);
        throw tokens.unexpected();
      }
      case AGGREGATE,
          COLLATION,
          CONVERSION,
          EVENT_TRIGGER,
          FOREIGN_DATA_WRAPPER,
          FUNCTION,
          LANGUAGE,
          LARGE_OBJECT,
          OPERATOR,
          OPERATOR_CLASS,
          OPERATOR_FAMILY,
          POLICY,
          PROCEDURE,
          PUBLICATION,
          ROUTINE,
          RULE,
          SCHEMA,
          SERVER,
          STATISTICS,
          SUBSCRIPTION,
          TABLESPACE,
          TEXT_SEARCH_CONFIGURATION,
          TEXT_SEARCH_DICTIONARY,
          TEXT_SEARCH_PARSER,
          TEXT_SEARCH_TEMPLATE,
          TRIGGER ->
          object(kind, position);
    };
  }

  private Definition role(int position) {
    boolean isGroup = tokens.at(Keyword.GROUP);
    tokens.advance();
    if (tokens.at(1, Keyword.RENAME)) {
      int start = tokens.position();
      String name = options.roleName();
      tokens.expect(Keyword.RENAME, Keyword.TO);
      ObjectName role =
          new ObjectName(ObjectKind.ROLE, QualifiedName.of(name, start), null, null, start);
      return rename(role, false, options.roleName(), position);
    }
    return isGroup ? parser.roles().alterGroup(position) : parser.roles().alter(position);
  }

  private Definition relation(ObjectKind kind, int position) {
    if (tokens.at(Keyword.ALL) && kind != ObjectKind.SEQUENCE && kind != ObjectKind.VIEW) {
      return unsupported("ALTER " + kind.keywords() + " ALL", position);
    }
    boolean ifExists = options.ifExists();
    int start = tokens.position();
    boolean isTable = kind == ObjectKind.TABLE || kind == ObjectKind.FOREIGN_TABLE;
    FromItem.Relation relation =
        isTable ? grammar.relation() : new FromItem.Relation(names.relation(), false);
    ObjectName object = new ObjectName(kind, relation.name(), null, null, start);
    if (tokens.accept(Keyword.RENAME)) {
      return renamePart(object, ifExists, position);
    }
    if (tokens.accept(Keyword.SET, Keyword.SCHEMA)) {
      return new ObjectDefinition.SetSchema(object, ifExists, names.column(), position);
    }
    if (tokens.at(Keyword.DEPENDS) || tokens.at(Keyword.NO, Keyword.DEPENDS)) {
      return unsupported("ALTER " + kind.keywords() + " DEPENDS ON EXTENSION", position);
    }
    if (kind == ObjectKind.SEQUENCE) {
      List<SequenceOption> changes = parser.elements().sequences().all();
      if (!changes.isEmpty()) {
        return new SequenceDefinition.AlterSequence(relation.name(), ifExists, changes, position);
      }
    }
    return new AlterTable(
        kind, ifExists, relation, tables.actions(kind == ObjectKind.INDEX), position);
  }

  private Definition renamePart(ObjectName object, boolean ifExists, int position) {
    if (tokens.accept(Keyword.TO)) {
      return rename(object, ifExists, names.column(), position);
    }
    boolean isConstraint = object.kind() == ObjectKind.TABLE && tokens.accept(Keyword.CONSTRAINT);
    if (!isConstraint) {
      if (object.kind() == ObjectKind.INDEX || object.kind() == ObjectKind.SEQUENCE) {
        throw tokens.unexpected();
      }
      tokens.accept(Keyword.COLUMN);
    }
    ObjectKind partKind = isConstraint ? ObjectKind.CONSTRAINT : ObjectKind.COLUMN;
    return renamed(object, ifExists, partKind, position);
  }

  private Definition renamed(
      ObjectName object, boolean ifExists, ObjectKind partKind, int position) {
    String part = names.column();
    tokens.expect(Keyword.TO);
    String newName = names.column();
    boolean isAttribute = object.kind() == ObjectKind.TYPE;
    DropBehavior behavior = isAttribute ? options.dropBehavior() : DropBehavior.DEFAULT;
    return new ObjectDefinition.Rename(
        object, ifExists, partKind, part, newName, behavior, position);
  }

  private static Definition rename(
      ObjectName object, boolean ifExists, String newName, int position) {
    return new ObjectDefinition.Rename(
        object, ifExists, null, null, newName, DropBehavior.DEFAULT, position);
  }

  private Definition named(ObjectKind kind, int position) {
    int start = tokens.position();
    boolean isName = kind == ObjectKind.DATABASE || kind == ObjectKind.EXTENSION;
    QualifiedName name = isName ? QualifiedName.of(names.column(), start) : names.any();
    ObjectName object = new ObjectName(kind, name, null, null, start);
    if (kind == ObjectKind.TYPE && parser.types().isAlter()) {
      return parser.types().alter(name, position);
    }
    if (tokens.accept(Keyword.RENAME)) {
      if (kind == ObjectKind.TYPE && tokens.accept(Keyword.ATTRIBUTE)) {
        return renamed(object, false, ObjectKind.COLUMN, position);
      }
      if (kind == ObjectKind.DOMAIN && tokens.accept(Keyword.CONSTRAINT)) {
        return renamed(object, false, ObjectKind.CONSTRAINT, position);
      }
      if (kind == ObjectKind.EXTENSION) {
        throw tokens.unexpected();
      }
      tokens.expect(Keyword.TO);
      return rename(object, false, names.column(), position);
    }
    if (kind != ObjectKind.EXTENSION && tokens.accept(Keyword.OWNER)) {
      tokens.expect(Keyword.TO);
      return new ObjectDefinition.SetOwner(object, options.role(), position);
    }
    if (kind != ObjectKind.DATABASE && tokens.accept(Keyword.SET, Keyword.SCHEMA)) {
      return new ObjectDefinition.SetSchema(object, false, names.column(), position);
    }
    return switch (kind) {
      case DOMAIN -> parser.types().alterDomain(name, position);
      case DATABASE -> database(name.last(), position);
      case EXTENSION -> {
        requireOneOf(Keyword.UPDATE, Keyword.ADD, Keyword.DROP);
        yield unsupported("ALTER EXTENSION", position);
      }
      default -> {
        requireOneOf(Keyword.SET, Keyword.SET, Keyword.SET);
        yield unsupported("ALTER TYPE", position);
      }
    };
  }

  private void requireOneOf(Keyword first, Keyword second, Keyword third) {
    if (!tokens.at(first) && !tokens.at(second) && !tokens.at(third)) {
      throw tokens.unexpected();
    }
  }

  private Definition database(String name, int position) {
    if (tokens.at(Keyword.RESET) || (tokens.at(Keyword.SET) && !tokens.at(1, Keyword.TABLESPACE))) {
      String command = options.rest(tokens.position());
      return new SchemaDefinition.AlterDatabaseSetting(name, command, position);
    }
    if (tokens.at(Keyword.SET) || tokens.at(Keyword.REFRESH)) {
      return unsupported("ALTER DATABASE", position);
    }
    tokens.accept(Keyword.WITH);
    return new SchemaDefinition.AlterDatabase(name, parser.creates().databaseOptions(), position);
  }

  private Definition object(ObjectKind kind, int position) {
    boolean ifExists =
        (kind == ObjectKind.POLICY || kind == ObjectKind.STATISTICS) && options.ifExists();
    ObjectName object = objects.name(kind);
    if (kind == ObjectKind.STATISTICS && ifExists && !tokens.at(Keyword.SET, Keyword.STATISTICS)) {
      throw tokens.unexpected();
    }
    if (tokens.accept(Keyword.RENAME)) {
      tokens.expect(Keyword.TO);
      return rename(object, ifExists, names.column(), position);
    }
    if (tokens.accept(Keyword.OWNER)) {
      tokens.expect(Keyword.TO);
      return new ObjectDefinition.SetOwner(object, options.role(), position);
    }
    if (tokens.accept(Keyword.SET, Keyword.SCHEMA)) {
      return new ObjectDefinition.SetSchema(object, ifExists, names.column(), position);
    }
    Definition policy =
        kind == ObjectKind.POLICY && !ifExists
            ? new PolicyParser(grammar, options).alter(object, position)
            : null;
    return policy == null ? unsupported("ALTER " + kind.keywords(), position) : policy;
  }

  private Definition unsupported(String name, int position) {
    if (tokens.at(TokenKind.END) || tokens.at(TokenKind.SEMICOLON)) {
      throw tokens.unexpected();
    }
    return new UnsupportedDefinition(name, options.rest(position), position);
  }
}
