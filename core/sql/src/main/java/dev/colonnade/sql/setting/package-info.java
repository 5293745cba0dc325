/**
 * Session settings: their registry, their accepted values, and their transactional behaviour.
 *
 * <p>Start at {@link dev.colonnade.sql.setting.SessionSettings}; {@link
 * dev.colonnade.sql.setting.SettingRegistry} is the registry. Depends on {@code
 * sql.function.scalar} for time zones, and on {@code error}.
 */
@NullMarked
package dev.colonnade.sql.setting;

import org.jspecify.annotations.NullMarked;
