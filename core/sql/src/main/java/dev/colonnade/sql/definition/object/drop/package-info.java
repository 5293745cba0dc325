/** DROP of tables, views, sequences, indexes and types, with what depends on them. */
@NullMarked
package dev.colonnade.sql.definition.object.drop;

import org.jspecify.annotations.NullMarked;
