@NullMarked
package dev.colonnade.sql.logical;

import org.jspecify.annotations.NullMarked;
