/**
 * Sending of the log to other members: an extension of that of Ratis, which may never learn that a
 * member has an entry. Start with {@link dev.colonnade.replication.appender.RepeatingLogAppender}.
 */
@NullMarked
package dev.colonnade.replication.appender;

import org.jspecify.annotations.NullMarked;
