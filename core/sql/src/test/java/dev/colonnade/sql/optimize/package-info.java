@NullMarked
package dev.colonnade.sql.optimize;

import org.jspecify.annotations.NullMarked;
