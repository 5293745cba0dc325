package dev.colonnade.sql.definition.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.SequenceDefinition.SequenceOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * OWNED BY of a sequence.
 *
 * @param table table of the column; null for OWNED BY NONE
 * @param column name of the column
 */
record SequenceOwnership(@Nullable Table table, String column) {
  SequenceOwnership {
    requireNonNull(column, "column is null");
  }

  /** Returns the ownership that the options define; empty if they define none. */
  static Optional<SequenceOwnership> of(List<SequenceOption> options, NameScope names) {
    for (SequenceOption option : options) {
      if (option instanceof SequenceOption.OwnedBy owned) {
        return Optional.of(of(owned.column(), names));
      }
    }
    return Optional.empty();
  }

  private static SequenceOwnership of(QualifiedName column, NameScope names) {
    List<String> parts = column.parts();
    if (parts.size() == 1 && column.last().equals("none")) {
      return new SequenceOwnership(null, "");
    }
    if (parts.size() == 1) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "invalid OWNED BY option",
          ErrorFields.NONE.withHint("Specify OWNED BY table.column or OWNED BY NONE."));
    }
    QualifiedName owner = new QualifiedName(parts.subList(0, parts.size() - 1), column.position());
    if (names.findRelation(owner.parts()) == null && IndexLookup.find(names, owner) != null) {
      throw unsuitable(owner.last(), "indexes");
    }
    Relation found = RelationLookup.require(names, owner);
    if (!(found instanceof Table table)) {
      throw unsuitable(found.name(), found.kind() + "s");
    }
    return new SequenceOwnership(table, column.last());
  }

  private static ColonnadeException unsuitable(String relation, String kinds) {
    return new ColonnadeException(
        ErrorCode.WRONG_OBJECT_TYPE,
        "sequence cannot be owned by relation \"%s\"".formatted(relation),
        ErrorFields.NONE.withDetail("This operation is not supported for %s.".formatted(kinds)));
  }

  /** Returns the owner of a sequence of this name; null for none. */
  SequenceEntry.@Nullable Owner of(NameScope names, ObjectName sequence) {
    if (table == null) {
      return null;
    }
    if (table.schemaId() != sequence.schemaId()) {
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE, "sequence must be in same schema as table it is linked to");
    }
    if (!table.schema().hasVisibleColumn(column)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN,
          "column \"%s\" of relation \"%s\" does not exist".formatted(column, table.name()));
    }
    return new SequenceEntry.Owner(table.id(), table.schema().column(column).id(), false);
  }

  /** Throws UNSUPPORTED if a sequence is that of an identity column. */
  void requireNoIdentity(SequenceEntry entry, NameScope names) {
    SequenceEntry.Owner owner = entry.owner();
    if (entry.isIdentity() && owner != null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cannot change ownership of identity sequence",
          ErrorFields.NONE.withDetail(
              "Sequence \"%s\" is linked to table \"%s\"."
                  .formatted(entry.name(), names.catalog().table(owner.tableId()).name())));
    }
  }
}
