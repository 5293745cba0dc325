/**
 * First start of a store: the password of its first user, and SQL scripts.
 *
 * <p>Start at {@link dev.colonnade.server.setup.StoreSetup}. May depend on the configuration and
 * the database.
 */
@NullMarked
package dev.colonnade.server.setup;

import org.jspecify.annotations.NullMarked;
