/**
 * Copies of the objects of a database of another catalog, under new ids. Start reading at {@code
 * DatabaseCopy}. Depends on {@code catalog}.
 */
@NullMarked
package dev.colonnade.catalog.restore;

import org.jspecify.annotations.NullMarked;
