package dev.colonnade.sql.definition.privilege;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.privilege.AclItem;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.definition.lookup.RoleNames;
import dev.colonnade.sql.frontend.text.CommandTag;
import dev.colonnade.sql.statement.DefinitionStatement;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleKind;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** GRANT and REVOKE, of privileges and roles, and ALTER DEFAULT PRIVILEGES. */
public final class PrivilegeStatements {
  private PrivilegeStatements() {}

  /**
   * Returns the statement of a definition.
   *
   * @param analysis resolves types and routines
   */
  public static PreparedStatement prepare(
      PrivilegeDefinition definition, StatementAnalysis analysis) {
    return new DefinitionStatement(
        CommandTag.of(definition),
        execution -> {
          switch (definition) {
            case PrivilegeDefinition.Grant grant ->
                grant(grant, new GrantedObjects(analysis), execution);
            case PrivilegeDefinition.GrantRole grant -> grant(grant, execution);
            case PrivilegeDefinition.DefaultPrivileges defaults -> setDefaults(defaults, execution);
            case PrivilegeDefinition.CreatePolicy create ->
                new PolicyStatements(execution, analysis).create(create);
            case PrivilegeDefinition.AlterPolicy alter ->
                new PolicyStatements(execution, analysis).alter(alter);
          }
        });
  }

  private static void grant(
      PrivilegeDefinition.Grant grant, GrantedObjects objects, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    requireGrantor(grant.grantor(), transaction);
    objects.requireAll(grant.objects(), transaction.names());
    requireGrantees(grant.grantees(), transaction);
    objects.requirePrivileges(grant.objects(), grant.privileges());
    requireOption(grant.mode(), grant.grantees());
    List<Integer> grantees = ids(grant.grantees(), transaction);
    List<GrantTarget> targets =
        objects.targets(grant.objects(), grant.mode().grant(), transaction.names());
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              ObjectGrants changes =
                  new ObjectGrants(
                      edit,
                      transaction.names().privileges(),
                      grant.mode(),
                      grantees,
                      execution.notices());
              targets.forEach(target -> changes.change(target, grant.privileges()));
              return grant;
            });
  }

  private static List<Integer> ids(List<RoleName> roles, StatementTransaction transaction) {
    List<Integer> ids = new ArrayList<>();
    for (RoleName role : roles) {
      ids.add(
          role.kind() == RoleKind.PUBLIC
              ? AclItem.PUBLIC
              : RoleNames.require(transaction, role).id());
    }
    return ids;
  }

  private static void requireGrantor(@Nullable RoleName grantor, StatementTransaction transaction) {
    if (grantor != null
        && !RoleNames.require(transaction, grantor)
            .name()
            .equals(transaction.session().currentUser())) {
      throw new ColonnadeException(ErrorCode.UNSUPPORTED, "grantor must be current user");
    }
  }

  private static void requireGrantees(List<RoleName> roles, StatementTransaction transaction) {
    for (RoleName role : roles) {
      if (role.kind() != RoleKind.PUBLIC) {
        RoleNames.require(transaction, role);
      }
    }
  }

  private static void requireOption(PrivilegeDefinition.Mode mode, List<RoleName> grantees) {
    boolean isToPublic = grantees.stream().anyMatch(role -> role.kind() == RoleKind.PUBLIC);
    if (mode.grant() && mode.grantOption() && isToPublic) {
      throw new ColonnadeException(
          ErrorCode.INVALID_GRANT, "grant options can only be granted to roles");
    }
  }

  private static void grant(PrivilegeDefinition.GrantRole grant, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    RoleName grantor = grant.grantor();
    if (grantor != null) {
      RoleNames.require(transaction, grantor);
    }
    RoleNames.requireAll(transaction, grant.grantees());
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              change(grant, new RoleGrants(edit, execution));
              return grant;
            });
  }

  private static void change(PrivilegeDefinition.GrantRole grant, RoleGrants grants) {
    PrivilegeDefinition.Mode mode = grant.mode();
    for (PrivilegeDefinition.Privilege role : grant.roles()) {
      if (!role.columns().isEmpty()) {
        throw new ColonnadeException(
            ErrorCode.INVALID_GRANT, "column names cannot be included in GRANT/REVOKE ROLE");
      }
      String name = String.valueOf(role.name());
      if (mode.grant()) {
        grants.grant(name, grant.grantees(), mode.grantOption());
      } else {
        grants.revoke(name, grant.grantees(), mode.grantOption());
      }
    }
  }

  private static void setDefaults(
      PrivilegeDefinition.DefaultPrivileges defaults, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    requireGrantees(defaults.grantees(), transaction);
    PrivilegeKinds.ofPlural(defaults.objects()).requireAll(defaults.privileges());
    RoleNames.requireAll(transaction, defaults.roles());
    if (!defaults.schemas().isEmpty() && defaults.objects().equals("SCHEMAS")) {
      throw new ColonnadeException(
          ErrorCode.INVALID_GRANT,
          "cannot use IN SCHEMA clause when using GRANT/REVOKE ON SCHEMAS");
    }
    NameScope names = transaction.names();
    for (String schema : defaults.schemas()) {
      if (!RelationLookup.hasSchema(names, schema)) {
        throw RelationLookup.unknownSchema(schema);
      }
    }
    requireOption(defaults.mode(), defaults.grantees());
    List<Integer> grantees = ids(defaults.grantees(), transaction);
    List<Integer> creators =
        defaults.roles().isEmpty()
            ? List.of(names.privileges().roleId())
            : ids(defaults.roles(), transaction);
    RoleRights rights = new RoleRights(names.privileges());
    for (RoleName role : defaults.roles()) {
      rights.requireMember(RoleNames.require(transaction, role));
    }
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              DefaultPrivilegeChanges changes =
                  new DefaultPrivilegeChanges(edit, defaults, grantees);
              for (int creator : creators) {
                scopeIds(defaults, names).forEach(scope -> changes.change(creator, scope));
              }
              return defaults;
            });
  }

  private static List<Integer> scopeIds(
      PrivilegeDefinition.DefaultPrivileges defaults, NameScope names) {
    if (defaults.schemas().isEmpty()) {
      return List.of(names.database().id());
    }
    return defaults.schemas().stream().map(name -> names.schema(name).id()).toList();
  }
}
