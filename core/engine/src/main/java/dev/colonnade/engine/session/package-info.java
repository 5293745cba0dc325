/**
 * State of a session and its statements outside of transactions. Start at {@link
 * dev.colonnade.engine.session.EngineSessionState}; {@link
 * dev.colonnade.engine.session.EngineContext} has the components of the database that sessions use.
 * May depend on {@code engine.write}, {@code engine.catalog}, {@code engine.sequence}, {@code sql}
 * and {@code storage}.
 */
@NullMarked
package dev.colonnade.engine.session;

import org.jspecify.annotations.NullMarked;
