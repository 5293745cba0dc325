package dev.colonnade.sql.syntax.command;

import dev.colonnade.sql.syntax.QualifiedName;
import org.jspecify.annotations.Nullable;

/** Statement of Colonnade that lists objects: TABLES, RANGES, COLUMNS and the like. */
public record ShowObjectsCommand(String kind, @Nullable QualifiedName table, int position)
    implements Command {}
