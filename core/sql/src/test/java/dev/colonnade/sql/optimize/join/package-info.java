/** Tests of join ordering. */
@NullMarked
package dev.colonnade.sql.optimize.join;

import org.jspecify.annotations.NullMarked;
