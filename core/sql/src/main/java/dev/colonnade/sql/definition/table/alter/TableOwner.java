package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.definition.lookup.RoleNames;
import dev.colonnade.sql.definition.privilege.Ownership;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;

/** ALTER TABLE ... OWNER TO, and its forms for views and sequences. */
final class TableOwner {
  private TableOwner() {}

  /** Changes the owner of a relation. */
  static void set(Relation relation, RoleName role, StatementTransaction transaction) {
    RoleEntry owner = RoleNames.require(transaction, role);
    if (relation instanceof SequenceEntry sequence && sequence.owner() != null) {
      String table = transaction.catalog().table(sequence.owner().tableId()).name();
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cannot change owner of sequence \"%s\"".formatted(sequence.name()),
          ErrorFields.NONE.withDetail(
              "Sequence \"%s\" is linked to table \"%s\".".formatted(sequence.name(), table)));
    }
    Ownership.require(
        transaction.names(),
        new Ownership.Target(relation.id(), relation.kind(), relation.name(), relation.schemaId()),
        owner);
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              Ownership.change(edit, relation.id(), owner.id());
              return relation;
            });
  }
}
