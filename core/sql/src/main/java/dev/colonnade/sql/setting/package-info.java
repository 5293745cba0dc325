/**
 * The settings of a session: which there are, what values they take, and how they follow
 * transactions.
 *
 * <p>Start at {@link dev.colonnade.sql.setting.SessionSettings}; {@link
 * dev.colonnade.sql.setting.KnownSettings} is the list. Depends on {@code sql.function} for time
 * zones, and on {@code error}.
 */
@NullMarked
package dev.colonnade.sql.setting;

import org.jspecify.annotations.NullMarked;
