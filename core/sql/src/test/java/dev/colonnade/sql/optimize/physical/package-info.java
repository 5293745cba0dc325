/** Tests of the physical planner: plans as text, and their execution. */
@NullMarked
package dev.colonnade.sql.optimize.physical;

import org.jspecify.annotations.NullMarked;
