/** Tests of the documentation: its examples run, its links resolve, its words are terms. */
@NullMarked
package dev.colonnade.readme;

import org.jspecify.annotations.NullMarked;
