package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.Statement;

/** Statement that defines, changes or drops objects. */
public sealed interface Definition extends Statement
    permits TableDefinition,
        AlterTable,
        IndexDefinition,
        SequenceDefinition,
        ViewDefinition,
        SchemaDefinition,
        TypeDefinition,
        RoleDefinition,
        ObjectDefinition,
        PrivilegeDefinition,
        UnsupportedDefinition {
  /** Returns the offset of the statement. */
  int position();
}
