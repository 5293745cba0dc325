/** Holds the README to what the program does. */
@NullMarked
package dev.colonnade.readme;

import org.jspecify.annotations.NullMarked;
