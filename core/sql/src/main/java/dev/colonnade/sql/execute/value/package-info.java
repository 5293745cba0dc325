/**
 * Single values in their internal representation: the memory that they occupy, and numbers of one
 * type as those of another. Depends on {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.execute.value;

import org.jspecify.annotations.NullMarked;
