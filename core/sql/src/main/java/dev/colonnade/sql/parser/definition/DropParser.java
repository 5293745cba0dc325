package dev.colonnade.sql.parser.definition;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.sql.syntax.definition.SchemaDefinition;
import dev.colonnade.sql.syntax.query.FromItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of DROP, COMMENT, SECURITY LABEL and TRUNCATE. */
final class DropParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;
  private final ObjectParser objects;
  private final RoleParser roles;

  DropParser(DefinitionParser parser) {
    this.grammar = parser.grammar();
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = parser.options();
    this.objects = parser.objects();
    this.roles = parser.roles();
  }

  Definition drop() {
    int position = tokens.position();
    tokens.expect(Keyword.DROP);
    if (tokens.accept(Keyword.OWNED)) {
      return roles.dropOwned(position);
    }
    if (tokens.at(Keyword.USER, Keyword.MAPPING)
        && (tokens.at(2, Keyword.FOR) || tokens.at(2, Keyword.IF))) {
      return userMapping(position);
    }
    if (tokens.at(Keyword.ROLE) || tokens.at(Keyword.USER) || tokens.at(Keyword.GROUP)) {
      tokens.advance();
      return roles.drop(position);
    }
    int start = tokens.index();
    ObjectKind kind = objects.kind();
    if (kind == null || isUndroppable(kind)) {
      tokens.reset(start);
      throw tokens.unexpected();
    }
    if (kind == ObjectKind.DATABASE) {
      return database(position);
    }
    boolean concurrently = kind == ObjectKind.INDEX && tokens.accept(Keyword.CONCURRENTLY);
    boolean ifExists = options.ifExists();
    List<ObjectName> dropped =
        isSingle(kind) ? List.of(objects.name(kind)) : tokens.list(() -> objects.name(kind));
    DropBehavior behavior =
        kind == ObjectKind.TABLESPACE ? DropBehavior.DEFAULT : options.dropBehavior();
    return new ObjectDefinition.Drop(dropped, ifExists, concurrently, behavior, position);
  }

  private Definition userMapping(int position) {
    tokens.advance(2);
    boolean ifExists = options.ifExists();
    List<ObjectName> dropped = List.of(objects.name(ObjectKind.USER_MAPPING));
    return new ObjectDefinition.Drop(dropped, ifExists, false, DropBehavior.DEFAULT, position);
  }

  private static boolean isUndroppable(ObjectKind kind) {
    return kind == ObjectKind.COLUMN
        || kind == ObjectKind.CONSTRAINT
        || kind == ObjectKind.LARGE_OBJECT;
  }

  private static boolean isSingle(ObjectKind kind) {
    return switch (kind) {
      case POLICY,
          RULE,
          TRIGGER,
          CAST,
          TRANSFORM,
          OPERATOR_CLASS,
          OPERATOR_FAMILY,
          TABLESPACE,
          SUBSCRIPTION ->
          true;
      default -> false;
    };
  }

  private Definition database(int position) {
    boolean ifExists = options.ifExists();
    String name = names.column();
    boolean force = false;
    if (tokens.at(Keyword.WITH) || tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      tokens.accept(Keyword.WITH);
      tokens.parenthesized(
          () -> {
            tokens.expect(Keyword.FORCE);
            return true;
          });
      force = true;
    }
    return new SchemaDefinition.DropDatabase(name, ifExists, force, position);
  }

  Definition comment() {
    int position = tokens.position();
    tokens.expect(Keyword.COMMENT, Keyword.ON);
    ObjectName object = object();
    tokens.expect(Keyword.IS);
    return new ObjectDefinition.Comment(object, textOrNull(), position);
  }

  Definition securityLabel() {
    int position = tokens.position();
    tokens.expect(Keyword.SECURITY, Keyword.LABEL);
    String provider = tokens.accept(Keyword.FOR) ? names.wordOrString() : null;
    tokens.expect(Keyword.ON);
    ObjectName object = object();
    tokens.expect(Keyword.IS);
    return new ObjectDefinition.SecurityLabel(provider, object, textOrNull(), position);
  }

  private ObjectName object() {
    ObjectKind kind = objects.kind();
    if (kind == null) {
      throw tokens.unexpected();
    }
    if (kind == ObjectKind.ROLE) {
      int position = tokens.position();
      return new ObjectName(kind, QualifiedName.of(names.column(), position), null, null, position);
    }
    return objects.name(kind);
  }

  private @Nullable String textOrNull() {
    return tokens.accept(Keyword.NULL) ? null : tokens.string();
  }

  Definition truncate() {
    int position = tokens.position();
    tokens.expect(Keyword.TRUNCATE);
    tokens.accept(Keyword.TABLE);
    List<FromItem.Relation> tables = tokens.list(grammar::relation);
    boolean restart = tokens.accept(Keyword.RESTART);
    if (restart || tokens.accept(Keyword.CONTINUE)) {
      tokens.expect(Keyword.IDENTITY);
    }
    return new ObjectDefinition.Truncate(tables, restart, options.dropBehavior(), position);
  }
}
