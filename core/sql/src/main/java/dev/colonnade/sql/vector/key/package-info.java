/**
 * Order and equality of rows: comparators, encoded keys and tables of keys. Depends on {@code
 * sql.vector}, {@code sql.type} and the value order of {@code sql.function}.
 */
@NullMarked
package dev.colonnade.sql.vector.key;

import org.jspecify.annotations.NullMarked;
