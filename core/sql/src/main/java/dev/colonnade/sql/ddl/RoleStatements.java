package dev.colonnade.sql.ddl;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.parse.definition.RoleOptions;
import dev.colonnade.sql.statement.Execution;
import java.security.SecureRandom;

/** CREATE ROLE and ALTER ROLE. Of a password only its SCRAM verifier is stored. */
final class RoleStatements {
  private final SecureRandom random;

  RoleStatements(SecureRandom random) {
    this.random = random;
  }

  void create(Definition.CreateRole create, Execution execution) {
    RoleOptions options = create.options();
    execution
        .transaction()
        .catalogChanges()
        .alter(
            edit -> {
              RoleEntry role =
                  new NamespaceEdit(edit)
                      .createRole(
                          create.name(),
                          Boolean.TRUE.equals(options.login()),
                          Boolean.TRUE.equals(options.superuser()));
              new NamespaceEdit(edit).changeRole(changed(role, options));
              return role;
            });
  }

  public void alter(Definition.AlterRole alter, Execution execution) {
    execution
        .transaction()
        .catalogChanges()
        .alter(
            edit -> {
              RoleEntry role = require(edit.snapshot(), alter.name());
              new NamespaceEdit(edit).changeRole(changed(role, alter.options()));
              return role;
            });
  }

  public static RoleEntry require(CatalogSnapshot catalog, String name) {
    RoleEntry role = catalog.findRole(name);
    if (role == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "role \"%s\" does not exist".formatted(name));
    }
    return role;
  }

  private RoleEntry changed(RoleEntry role, RoleOptions options) {
    String verifier = role.verifier();
    if (options.setsPassword()) {
      String password = options.password();
      verifier =
          password == null || password.isEmpty() ? null : ScramVerifiers.verifier(password, random);
    }
    return new RoleEntry(
        role.id(),
        role.name(),
        options.login() == null ? role.canLogin() : options.login(),
        options.superuser() == null ? role.isSuperuser() : options.superuser(),
        verifier);
  }
}
