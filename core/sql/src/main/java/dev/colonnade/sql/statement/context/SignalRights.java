package dev.colonnade.sql.statement.context;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.activity.SessionActivity;

/** Rights to cancel the statement of another session and to end it. */
final class SignalRights {
  private SignalRights() {}

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not signal a session. */
  static void require(StatementTransaction transaction, int number, boolean isCancel) {
    RolePrivileges user = transaction.names().privileges();
    if (user.isSuperuser()) {
      return;
    }
    CatalogSnapshot catalog = transaction.catalog();
    for (SessionActivity activity : transaction.session().activities()) {
      if (activity.number() != number) {
        continue;
      }
      RoleEntry owner = catalog.findRole(activity.user());
      if (owner == null || owner.isSuperuser()) {
        throw denied(
            isCancel
                ? "must be a superuser to cancel superuser query"
                : "must be a superuser to terminate superuser process");
      }
      if (!user.hasRole(owner.id()) && !user.hasRole(BuiltIns.SIGNAL_BACKEND_ID)) {
        throw denied(
            isCancel
                ? "must be a member of the role whose query is being canceled or member of"
                    + " pg_signal_backend"
                : "must be a member of the role whose process is being terminated or member of"
                    + " pg_signal_backend");
      }
    }
  }

  private static ColonnadeException denied(String message) {
    return new ColonnadeException(ErrorCode.INSUFFICIENT_PRIVILEGE, message);
  }
}
