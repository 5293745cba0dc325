/** Tests of estimates and costs. */
@NullMarked
package dev.colonnade.sql.optimize.cost;

import org.jspecify.annotations.NullMarked;
