/**
 * Settings that are stored for roles and databases. Start at {@link
 * dev.colonnade.sql.definition.setting.StoredSettings}.
 */
@NullMarked
package dev.colonnade.sql.definition.setting;

import org.jspecify.annotations.NullMarked;
