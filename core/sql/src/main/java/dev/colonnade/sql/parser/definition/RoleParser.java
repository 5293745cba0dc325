package dev.colonnade.sql.parser.definition;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.SourceErrors;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.RoleDefinition;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parser of statements about roles. */
final class RoleParser {
  private static final Set<String> WORDS =
      Set.of(
          "superuser",
          "nosuperuser",
          "createrole",
          "nocreaterole",
          "replication",
          "noreplication",
          "createdb",
          "nocreatedb",
          "login",
          "nologin",
          "bypassrls",
          "nobypassrls",
          "noinherit");

  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;

  RoleParser(QueryGrammar grammar, OptionParser options) {
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = options;
  }

  /** Returns CREATE ROLE, USER or GROUP behind that word. */
  Definition create(String keyword, int position) {
    String name = options.roleName();
    tokens.accept(Keyword.WITH);
    return new RoleDefinition.CreateRole(keyword, name, roleOptions(true), position);
  }

  private List<RoleOption> roleOptions(boolean created) {
    List<RoleOption> found = new ArrayList<>();
    for (RoleOption next = roleOption(created); next != null; next = roleOption(created)) {
      found.add(next);
    }
    return List.copyOf(found);
  }

  private @Nullable RoleOption roleOption(boolean created) {
    int position = tokens.position();
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return tokens.at(TokenKind.IDENTIFIER) ? word(position) : null;
    }
    return switch (keyword) {
      case PASSWORD -> password(position);
      case ENCRYPTED -> {
        tokens.advance();
        tokens.expect(Keyword.PASSWORD);
        yield new RoleOption("password", tokens.string(), List.of(), position);
      }
      case UNENCRYPTED -> unencrypted(position);
      case INHERIT -> {
        tokens.advance();
        yield new RoleOption("inherit", null, List.of(), position);
      }
      case CONNECTION -> {
        tokens.advance();
        tokens.expect(Keyword.LIMIT);
        String limit = Integer.toString(options.signedInteger());
        yield new RoleOption("connection limit", limit, List.of(), position);
      }
      case VALID -> {
        tokens.advance();
        tokens.expect(Keyword.UNTIL);
        yield new RoleOption("valid until", tokens.string(), List.of(), position);
      }
      case USER -> members(keyword, position);
      case SYSID -> created ? sysid(position) : null;
      case ADMIN, ROLE -> created ? members(keyword, position) : null;
      case IN -> created ? memberOf(position) : null;
      default -> null;
    };
  }

  private RoleOption password(int position) {
    tokens.advance();
    String password = tokens.accept(Keyword.NULL) ? null : tokens.string();
    return new RoleOption("password", password, List.of(), position);
  }

  private RoleOption unencrypted(int position) {
    tokens.advance();
    tokens.expect(Keyword.PASSWORD);
    tokens.string();
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "UNENCRYPTED PASSWORD is no longer supported",
        SourceErrors.fields(tokens.text(), position)
            .withHint("Remove UNENCRYPTED to store the password in encrypted form instead."));
  }

  private RoleOption sysid(int position) {
    tokens.advance();
    return new RoleOption("sysid", Integer.toString(tokens.integer()), List.of(), position);
  }

  private RoleOption members(Keyword keyword, int position) {
    tokens.advance();
    return new RoleOption(keyword.word(), null, options.roles(), position);
  }

  private RoleOption memberOf(int position) {
    tokens.advance();
    if (!tokens.accept(Keyword.ROLE)) {
      tokens.expect(Keyword.GROUP);
    }
    return new RoleOption("in role", null, options.roles(), position);
  }

  private RoleOption word(int position) {
    String word = tokens.value();
    if (!WORDS.contains(word)) {
      throw tokens.error("unrecognized role option \"" + word + "\"", position);
    }
    tokens.advance();
    return new RoleOption(word, null, List.of(), position);
  }

  /** Returns ALTER ROLE or USER behind that word and without RENAME. */
  Definition alter(int position) {
    if (tokens.accept(Keyword.ALL)) {
      return setting(null, position);
    }
    RoleName role = options.role();
    if (tokens.at(Keyword.SET) || tokens.at(Keyword.RESET) || tokens.at(Keyword.IN)) {
      return setting(role, position);
    }
    tokens.accept(Keyword.WITH);
    return new RoleDefinition.AlterRole(role, roleOptions(false), position);
  }

  private Definition setting(@Nullable RoleName role, int position) {
    String database = null;
    if (tokens.accept(Keyword.IN)) {
      tokens.expect(Keyword.DATABASE);
      database = names.column();
    }
    if (!tokens.at(Keyword.SET) && !tokens.at(Keyword.RESET)) {
      throw tokens.unexpected();
    }
    String command = options.rest(tokens.position());
    return new RoleDefinition.AlterRoleSetting(role, database, command, position);
  }

  /** Returns ALTER GROUP behind that word and without RENAME. */
  Definition alterGroup(int position) {
    RoleName group = options.role();
    boolean added = tokens.accept(Keyword.ADD);
    if (!added) {
      tokens.expect(Keyword.DROP);
    }
    tokens.expect(Keyword.USER);
    return new RoleDefinition.AlterGroup(group, added, options.roles(), position);
  }

  /** Returns DROP ROLE, USER or GROUP behind that word. */
  Definition drop(int position) {
    boolean ifExists = options.ifExists();
    return new RoleDefinition.DropRole(options.roles(), ifExists, position);
  }

  /** Returns DROP OWNED behind these words. */
  Definition dropOwned(int position) {
    tokens.expect(Keyword.BY);
    List<RoleName> roles = options.roles();
    DropBehavior behavior = options.dropBehavior();
    return new RoleDefinition.DropOwned(roles, behavior, position);
  }

  /** Returns REASSIGN OWNED. */
  Definition reassign(int position) {
    tokens.expect(Keyword.REASSIGN, Keyword.OWNED);
    tokens.expect(Keyword.BY);
    List<RoleName> roles = options.roles();
    tokens.expect(Keyword.TO);
    return new RoleDefinition.ReassignOwned(roles, options.role(), position);
  }
}
