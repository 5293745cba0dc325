/**
 * COPY: its options, the rows of COPY FROM, and the fast-path decoder of text rows. Start at {@link
 * dev.colonnade.sql.copy.CopyOptions}. Depends on {@code sql.type} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.copy;

import org.jspecify.annotations.NullMarked;
