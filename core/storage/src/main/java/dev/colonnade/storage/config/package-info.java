/**
 * Configuration of a database: immutable records, one per concern, that validate themselves. Start
 * at {@link dev.colonnade.storage.config.StorageConfig}. May depend on the packages whose
 * configuration it contains.
 */
@NullMarked
package dev.colonnade.storage.config;

import org.jspecify.annotations.NullMarked;
