/**
 * What COPY says of the form of rows, and where the rows come from that are copied in. Start at
 * {@link dev.colonnade.sql.copy.CopyOptions}. Depends on {@code sql.type} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.copy;

import org.jspecify.annotations.NullMarked;
