package dev.colonnade.sql.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.sql.access.SqlSessionContext;

/**
 * Details of violated constraints, which show values of rows: only users who may read all columns
 * and rows of the table get them.
 */
public final class ErrorDetails {
  private final SqlSessionContext context;

  public ErrorDetails(SqlSessionContext context) {
    this.context = requireNonNull(context, "context is null");
  }

  /**
   * Returns an error as the user may see it: without its detail also if the privileges cannot be
   * read without waiting, as by a leader whose lease has just ended.
   */
  public ColonnadeException shown(ColonnadeException error) {
    return withoutHidden(withSchema(error));
  }

  private ColonnadeException withSchema(ColonnadeException error) {
    ErrorFields fields = error.fields();
    if (fields.object().schemaId() == 0) {
      return error;
    }
    try {
      SchemaEntry schema = context.read(false).names().findSchema(fields.object().schemaId());
      return schema == null
          ? error
          : error.with(fields.withObject(fields.object().withSchema(schema.name())));
    } catch (WouldBlockException e) {
      return error;
    }
  }

  private ColonnadeException withoutHidden(ColonnadeException error) {
    String table = error.fields().table();
    boolean showsValues =
        error.code() == ErrorCode.UNIQUE_VIOLATION
            || error.code() == ErrorCode.CHECK_VIOLATION
            || error.code() == ErrorCode.NOT_NULL_VIOLATION;
    if (!showsValues || table == null || error.fields().detail() == null) {
      return error;
    }
    NameScope names;
    try {
      names = context.read(false).names();
    } catch (WouldBlockException e) {
      return error.with(error.fields().withoutDetail());
    }
    if (names.privileges().isSuperuser()) {
      return error;
    }
    CatalogSnapshot catalog = names.catalog();
    for (Relation relation : catalog.relations()) {
      if (relation.name().equals(table) && !mayRead(names.privileges(), catalog, relation)) {
        return error.with(error.fields().withoutDetail());
      }
    }
    return error;
  }

  private static boolean mayRead(RolePrivileges user, CatalogSnapshot catalog, Relation relation) {
    return user.has(Privilege.SELECT, SecuredKind.TABLE, relation.id())
        && !catalog.hidesRows(relation.id(), user);
  }
}
