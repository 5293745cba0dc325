package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.query.FromItem;
import java.util.List;

/** {@code ALTER TABLE} and its forms for indexes, sequences and views. */
public record AlterTable(
    ObjectKind kind,
    boolean ifExists,
    FromItem.Relation table,
    List<TableAction> actions,
    int position)
    implements Definition {}
