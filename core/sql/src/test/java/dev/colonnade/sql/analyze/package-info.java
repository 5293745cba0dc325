@NullMarked
package dev.colonnade.sql.analyze;

import org.jspecify.annotations.NullMarked;
