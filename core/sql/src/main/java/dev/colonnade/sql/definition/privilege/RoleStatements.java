package dev.colonnade.sql.definition.privilege;

import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.definition.lookup.RoleNames;
import dev.colonnade.sql.definition.setting.StoredSettings;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.RoleDefinition;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleKind;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleOption;
import java.security.SecureRandom;
import java.util.List;

/** Statements about roles. Of a password only its SCRAM verifier is stored. */
public final class RoleStatements {
  private final SecureRandom random;

  /**
   * Creates the statements.
   *
   * @param random salts passwords
   */
  public RoleStatements(SecureRandom random) {
    this.random = random;
  }

  /** Runs a statement. */
  public void run(RoleDefinition definition, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    switch (definition) {
      case RoleDefinition.CreateRole create -> create(create, execution);
      case RoleDefinition.AlterRole alter -> alter(alter, execution);
      case RoleDefinition.AlterGroup alter -> {
        RoleEntry group = RoleNames.require(transaction, alter.group());
        RoleNames.requireAll(transaction, alter.members());
        alter(alter, group, execution);
      }
      case RoleDefinition.AlterRoleSetting alter -> StoredSettings.alter(alter, execution);
      case RoleDefinition.DropRole drop -> drop(drop, execution);
      case RoleDefinition.DropOwned drop -> {
        new OwnedObjects(execution).drop(drop);
      }
      case RoleDefinition.ReassignOwned reassign -> {
        new OwnedObjects(execution).reassign(reassign);
      }
    }
  }

  private void create(RoleDefinition.CreateRole create, Execution execution) {
    RoleAttributes given = RoleAttributes.of(create.options());
    RoleAttributes attributes = create.keyword().equals("USER") ? given.ofUser() : given;
    attributes.addNotices(execution);
    rights(execution).requireCreation(attributes);
    if (create.options().stream().anyMatch(option -> option.name().equals("sysid"))) {
      execution.notices().say("SYSID can no longer be specified");
    }
    execution
        .transaction()
        .catalogChanges()
        .alter(
            edit -> {
              RoleEntry role = new NamespaceEdit(edit).createRole(create.name());
              new NamespaceEdit(edit).changeRole(attributes.of(role, random));
              addMembers(role.name(), create.options(), new RoleGrants(edit, execution));
              return role;
            });
  }

  /** Adds the memberships of the options IN ROLE, ADMIN and ROLE, in this order. */
  private static void addMembers(String name, List<RoleOption> options, RoleGrants grants) {
    RoleName role = new RoleName(RoleKind.NAMED, name, 0);
    for (RoleOption option : options) {
      if (option.name().equals("in role")) {
        option.roles().forEach(group -> grants.grant(group.name(), List.of(role), false));
      }
    }
    for (boolean isAdmin : List.of(true, false)) {
      for (RoleOption option : options) {
        if (!option.name().equals("in role") && option.name().equals("admin") == isAdmin) {
          grants.grant(name, option.roles(), isAdmin);
        }
      }
    }
  }

  private static void alter(RoleDefinition.AlterGroup alter, RoleEntry group, Execution execution) {
    execution
        .transaction()
        .catalogChanges()
        .alter(
            edit -> {
              RoleGrants grants = new RoleGrants(edit, execution);
              if (alter.added()) {
                grants.grant(group.name(), alter.members(), false);
              } else {
                grants.revoke(group.name(), alter.members(), false);
              }
              return group;
            });
  }

  private void alter(RoleDefinition.AlterRole alter, Execution execution) {
    RoleAttributes attributes = RoleAttributes.of(alter.options());
    RoleEntry role = RoleNames.require(execution.transaction(), alter.role());
    boolean hasMembers = alter.options().stream().anyMatch(option -> !option.roles().isEmpty());
    rights(execution).requireChange(role, attributes, hasMembers);
    attributes.addNotices(execution);
    execution
        .transaction()
        .catalogChanges()
        .alter(
            edit -> {
              new NamespaceEdit(edit).changeRole(attributes.of(role, random));
              addMembers(role.name(), alter.options(), new RoleGrants(edit, execution));
              return role;
            });
  }

  private static RoleRights rights(Execution execution) {
    return new RoleRights(execution.transaction().names().privileges());
  }

  private static void drop(RoleDefinition.DropRole drop, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    rights(execution).requireDrop();
    if (drop.roles().stream().anyMatch(role -> role.kind() != RoleKind.NAMED)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "cannot use special role specifier in DROP ROLE");
    }
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              for (RoleName name : drop.roles()) {
                RoleEntry role = edit.snapshot().findRole(name.name());
                if (role == null && drop.ifExists()) {
                  execution.notices().skipped("role \"%s\" does not exist".formatted(name.name()));
                  continue;
                }
                RoleEntry known = RoleNames.require(edit.snapshot(), name.name());
                requireDroppable(known, transaction);
                rights(execution).requireDrop(known);
                RoleDependencies.requireNone(known, edit.snapshot(), transaction.names());
                new NamespaceEdit(edit).dropRole(known);
              }
              return drop;
            });
  }

  private static void requireDroppable(RoleEntry role, StatementTransaction transaction) {
    if (role.name().equals(transaction.session().currentUser())) {
      throw new ColonnadeException(ErrorCode.OBJECT_IN_USE, "current user cannot be dropped");
    }
    if (role.name().equals(transaction.session().user())) {
      throw new ColonnadeException(ErrorCode.OBJECT_IN_USE, "session user cannot be dropped");
    }
  }

  /** Renames a role. */
  public static void rename(String name, String newName, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    RoleEntry role = RoleNames.require(transaction.catalog(), name);
    if (role.name().equals(transaction.session().user())) {
      throw new ColonnadeException(ErrorCode.UNSUPPORTED, "session user cannot be renamed");
    }
    if (role.name().equals(transaction.session().currentUser())) {
      throw new ColonnadeException(ErrorCode.UNSUPPORTED, "current user cannot be renamed");
    }
    if (transaction.catalog().findRole(newName) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT, "role \"%s\" already exists".formatted(newName));
    }
    rights(execution).requireRename(role);
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              new NamespaceEdit(edit).changeRole(role.withName(newName));
              return role;
            });
  }
}
