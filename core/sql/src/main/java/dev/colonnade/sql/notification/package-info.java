/**
 * Notifications between the sessions of a database: LISTEN, NOTIFY and UNLISTEN. Start at {@link
 * dev.colonnade.sql.notification.SessionNotifications}. May depend on {@code error}.
 */
@NullMarked
package dev.colonnade.sql.notification;

import org.jspecify.annotations.NullMarked;
