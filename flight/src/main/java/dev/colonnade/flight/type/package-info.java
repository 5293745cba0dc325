/** Types and values: from columns of SQL to schemas of Arrow, and from vectors to values of SQL. */
@NullMarked
package dev.colonnade.flight.type;

import org.jspecify.annotations.NullMarked;
