package dev.colonnade.sql.definition.lookup;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;
import java.util.List;

/** Look-up of the roles that definitions name. */
public final class RoleNames {
  private RoleNames() {}

  /** Returns the role; UNKNOWN_OBJECT if there is none. */
  public static RoleEntry require(CatalogSnapshot catalog, String name) {
    RoleEntry role = catalog.findRole(name);
    if (role == null) {
      throw unknown(name);
    }
    return role;
  }

  /** Returns a role by its name or its relation to the session; UNKNOWN_OBJECT if there is none. */
  public static RoleEntry require(StatementTransaction transaction, RoleName role) {
    return switch (role.kind()) {
      case NAMED -> require(transaction.catalog(), role.name());
      case PUBLIC -> throw unknown(role.name());
      case CURRENT_ROLE, CURRENT_USER ->
          require(transaction.catalog(), transaction.session().currentUser());
      case SESSION_USER -> require(transaction.catalog(), transaction.session().user());
    };
  }

  /** Throws UNKNOWN_OBJECT if one of the roles does not exist. */
  public static void requireAll(StatementTransaction transaction, List<RoleName> roles) {
    roles.forEach(role -> require(transaction, role));
  }

  private static ColonnadeException unknown(String name) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT, "role \"%s\" does not exist".formatted(name));
  }
}
