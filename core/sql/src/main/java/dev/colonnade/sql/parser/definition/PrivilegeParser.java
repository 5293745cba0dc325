package dev.colonnade.sql.parser.definition;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.definition.Definition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition.Mode;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition.Objects;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition.Privilege;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of GRANT, REVOKE and ALTER DEFAULT PRIVILEGES. */
final class PrivilegeParser {
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;
  private final ObjectParser objects;

  PrivilegeParser(QueryGrammar grammar, OptionParser options, ObjectParser objects) {
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = options;
    this.objects = objects;
  }

  Definition grant(int position) {
    tokens.expect(Keyword.GRANT);
    List<Privilege> privileges = privileges();
    if (tokens.accept(Keyword.ON)) {
      Objects target = target();
      tokens.expect(Keyword.TO);
      List<RoleName> grantees = grantees();
      boolean option = withOption(Keyword.GRANT);
      Mode mode = new Mode(true, option, DropBehavior.DEFAULT);
      return new PrivilegeDefinition.Grant(mode, privileges, target, grantees, grantor(), position);
    }
    requireRoles(privileges);
    tokens.expect(Keyword.TO);
    List<RoleName> grantees = options.roles();
    Mode mode = new Mode(true, withOption(Keyword.ADMIN), DropBehavior.DEFAULT);
    return new PrivilegeDefinition.GrantRole(mode, privileges, grantees, grantor(), position);
  }

  private void requireRoles(List<Privilege> privileges) {
    if (privileges.get(0).name() == null) {
      throw tokens.unexpected();
    }
  }

  private boolean withOption(Keyword keyword) {
    if (!tokens.accept(Keyword.WITH)) {
      return false;
    }
    tokens.expect(keyword, Keyword.OPTION);
    return true;
  }

  private @Nullable RoleName grantor() {
    if (!tokens.accept(Keyword.GRANTED)) {
      return null;
    }
    tokens.expect(Keyword.BY);
    return options.role();
  }

  Definition revoke(int position) {
    tokens.expect(Keyword.REVOKE);
    boolean grantOption = tokens.at(Keyword.GRANT, Keyword.OPTION);
    boolean adminOption = tokens.at(Keyword.ADMIN, Keyword.OPTION);
    if (grantOption || adminOption) {
      tokens.advance(2);
      tokens.expect(Keyword.FOR);
    }
    List<Privilege> privileges = privileges();
    if (grantOption || (!adminOption && tokens.at(Keyword.ON))) {
      tokens.expect(Keyword.ON);
      Objects target = target();
      tokens.expect(Keyword.FROM);
      List<RoleName> grantees = grantees();
      RoleName grantor = grantor();
      Mode mode = new Mode(false, grantOption, options.dropBehavior());
      return new PrivilegeDefinition.Grant(mode, privileges, target, grantees, grantor, position);
    }
    requireRoles(privileges);
    tokens.expect(Keyword.FROM);
    List<RoleName> grantees = options.roles();
    RoleName grantor = grantor();
    Mode mode = new Mode(false, adminOption, options.dropBehavior());
    return new PrivilegeDefinition.GrantRole(mode, privileges, grantees, grantor, position);
  }

  private List<RoleName> grantees() {
    return tokens.list(this::grantee);
  }

  private RoleName grantee() {
    tokens.accept(Keyword.GROUP);
    return options.role();
  }

  private List<Privilege> privileges() {
    int position = tokens.position();
    if (tokens.accept(Keyword.ALL)) {
      tokens.accept(Keyword.PRIVILEGES);
      return List.of(new Privilege(null, names.optionalColumns(), position));
    }
    return tokens.list(this::privilege);
  }

  private Privilege privilege() {
    int position = tokens.position();
    if (tokens.accept(Keyword.ALTER, Keyword.SYSTEM)) {
      return new Privilege("alter system", List.of(), position);
    }
    if (tokens.at(Keyword.SELECT) || tokens.at(Keyword.REFERENCES) || tokens.at(Keyword.CREATE)) {
      String word = tokens.value();
      tokens.advance();
      return new Privilege(word, names.optionalColumns(), position);
    }
    return new Privilege(names.column(), names.optionalColumns(), position);
  }

  private Objects target() {
    if (tokens.accept(Keyword.ALL)) {
      return allInSchema();
    }
    if (tokens.at(Keyword.FOREIGN)) {
      return foreign();
    }
    if (tokens.at(Keyword.LARGE, Keyword.OBJECT)) {
      tokens.advance(2);
      return list(ObjectKind.LARGE_OBJECT);
    }
    Keyword keyword = tokens.keyword();
    ObjectKind kind =
        switch (keyword) {
          case TABLE -> ObjectKind.TABLE;
          case SEQUENCE -> ObjectKind.SEQUENCE;
          case FUNCTION -> ObjectKind.FUNCTION;
          case PROCEDURE -> ObjectKind.PROCEDURE;
          case ROUTINE -> ObjectKind.ROUTINE;
          case DATABASE -> ObjectKind.DATABASE;
          case DOMAIN -> ObjectKind.DOMAIN;
          case LANGUAGE -> ObjectKind.LANGUAGE;
          case PARAMETER -> ObjectKind.PARAMETER;
          case SCHEMA -> ObjectKind.SCHEMA;
          case TABLESPACE -> ObjectKind.TABLESPACE;
          case TYPE -> ObjectKind.TYPE;
          case null, default -> null;
        };
    boolean isName =
        tokens.at(1, TokenKind.COMMA)
            || tokens.at(1, TokenKind.DOT)
            || tokens.at(1, Keyword.TO)
            || tokens.at(1, Keyword.FROM);
    if (kind == null || (isName && kind != ObjectKind.TABLE)) {
      return list(ObjectKind.TABLE);
    }
    tokens.advance();
    return list(kind);
  }

  private Objects list(ObjectKind kind) {
    return switch (kind) {
      case TABLE, SEQUENCE -> new Objects(kind, false, tokens.list(() -> relation(kind)));
      case DOMAIN, TYPE, PARAMETER -> new Objects(kind, false, tokens.list(() -> any(kind)));
      default -> new Objects(kind, false, tokens.list(() -> objects.name(kind)));
    };
  }

  private ObjectName relation(ObjectKind kind) {
    int position = tokens.position();
    return new ObjectName(kind, names.relation(), null, null, position);
  }

  private ObjectName any(ObjectKind kind) {
    int position = tokens.position();
    return new ObjectName(kind, names.any(), null, null, position);
  }

  private Objects foreign() {
    tokens.advance();
    if (tokens.accept(Keyword.SERVER)) {
      return list(ObjectKind.SERVER);
    }
    tokens.expect(Keyword.DATA, Keyword.WRAPPER);
    return list(ObjectKind.FOREIGN_DATA_WRAPPER);
  }

  private Objects allInSchema() {
    ObjectKind kind =
        switch (tokens.keyword()) {
          case TABLES -> ObjectKind.TABLE;
          case SEQUENCES -> ObjectKind.SEQUENCE;
          case FUNCTIONS -> ObjectKind.FUNCTION;
          case PROCEDURES -> ObjectKind.PROCEDURE;
          case ROUTINES -> ObjectKind.ROUTINE;
          case null, default -> throw tokens.unexpected();
        };
    tokens.advance();
    tokens.expect(Keyword.IN, Keyword.SCHEMA);
    return new Objects(kind, true, tokens.list(() -> objects.name(ObjectKind.SCHEMA)));
  }

  /** Returns ALTER DEFAULT PRIVILEGES behind these words. */
  Definition defaults(int position) {
    List<String> schemas = new ArrayList<>();
    List<RoleName> roles = new ArrayList<>();
    while (tokens.at(Keyword.IN) || tokens.at(Keyword.FOR)) {
      if (tokens.accept(Keyword.IN)) {
        tokens.expect(Keyword.SCHEMA);
        schemas.addAll(names.columns());
      } else {
        tokens.advance();
        if (!tokens.accept(Keyword.ROLE)) {
          tokens.expect(Keyword.USER);
        }
        roles.addAll(options.roles());
      }
    }
    boolean grant = tokens.accept(Keyword.GRANT);
    if (!grant) {
      tokens.expect(Keyword.REVOKE);
    }
    boolean option = !grant && tokens.at(Keyword.GRANT, Keyword.OPTION);
    if (option) {
      tokens.advance(2);
      tokens.expect(Keyword.FOR);
    }
    List<Privilege> privileges = privileges();
    tokens.expect(Keyword.ON);
    String kinds = defaultKinds();
    tokens.expect(grant ? Keyword.TO : Keyword.FROM);
    List<RoleName> grantees = grantees();
    option |= grant && withOption(Keyword.GRANT);
    Mode mode = new Mode(grant, option, grant ? DropBehavior.DEFAULT : options.dropBehavior());
    return new PrivilegeDefinition.DefaultPrivileges(
        List.copyOf(schemas), List.copyOf(roles), mode, privileges, kinds, grantees, position);
  }

  private String defaultKinds() {
    Keyword keyword = tokens.keyword();
    return switch (keyword) {
      case TABLES, FUNCTIONS, ROUTINES, SEQUENCES, TYPES, SCHEMAS -> {
        tokens.advance();
        yield keyword.name();
      }
      case null, default -> throw tokens.unexpected();
    };
  }
}
