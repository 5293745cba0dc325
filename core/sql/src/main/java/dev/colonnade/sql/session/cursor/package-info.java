/** Cursors of a session. */
@NullMarked
package dev.colonnade.sql.session.cursor;

import org.jspecify.annotations.NullMarked;
