/**
 * The text of statements, as far as a driver and a shell have to look into it.
 *
 * <p>Start at {@link dev.colonnade.jdbc.text.SqlText}. Depends on the JDK only.
 */
@NullMarked
package dev.colonnade.jdbc.text;

import org.jspecify.annotations.NullMarked;
